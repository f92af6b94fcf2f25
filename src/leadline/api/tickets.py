"""Tickets, for browsers: a WebSocket, an event stream or a download cannot send a key."""

from http import HTTPStatus

from fastapi import APIRouter
from pydantic import BaseModel, Field

from leadline.api.context import Shared
from leadline.api.keys import TICKET_S

router = APIRouter(prefix="/api/v1/tickets", tags=["keys"])


class Ticket(BaseModel):
    """Lets in once."""

    ticket: str = Field(
        description="Give it as `?ticket=` of a WebSocket, an event stream or an export."
    )
    expires_in_s: float = TICKET_S


@router.post("", status_code=HTTPStatus.CREATED)
async def give_ticket(context: Shared) -> Ticket:
    """A ticket that opens one WebSocket, event stream or export, within half a minute."""
    return Ticket(ticket=context.tickets.give())

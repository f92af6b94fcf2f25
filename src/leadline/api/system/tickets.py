"""Tickets for browsers: a WebSocket, an event stream or a download cannot send an API key."""

from http import HTTPStatus

from fastapi import APIRouter
from pydantic import BaseModel, Field

from leadline.api.context import Shared
from leadline.api.server.keys import TICKET_S

router = APIRouter(prefix="/api/v1/tickets", tags=["keys"])


class Ticket(BaseModel):
    """A ticket, which is valid once."""

    ticket: str = Field(
        description="Send it as `?ticket=` of a WebSocket, an event stream or an export."
    )
    expires_in_s: float = TICKET_S


@router.post("", summary="Create a ticket", status_code=HTTPStatus.CREATED)
async def give_ticket(context: Shared) -> Ticket:
    """Create a ticket that opens one WebSocket, event stream or export within 30 s."""
    return Ticket(ticket=context.tickets.create())

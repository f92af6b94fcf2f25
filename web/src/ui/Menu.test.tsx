import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Menu } from './Menu';

function menu() {
  const chosen = vi.fn();
  const items = ['Pause', 'Stop', 'Delete'].map((label) => ({ label, onSelect: () => chosen(label) }));
  render(<Menu label="Actions" trigger="⋯" triggerClass="" items={items} />);
  return chosen;
}

function focused(): string | null | undefined {
  return document.activeElement?.textContent;
}

test('the keyboard walks a menu, and letters find items', async () => {
  const chosen = menu();
  const user = userEvent.setup();
  screen.getByRole('button', { name: 'Actions' }).focus();

  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Pause');
  await user.keyboard('{ArrowUp}');
  expect(focused()).toBe('Delete');
  await user.keyboard('s');
  expect(focused()).toBe('Stop');
  await user.keyboard('{Enter}');

  expect(chosen).toHaveBeenCalledExactlyOnceWith('Stop');
});

test('Esc gives the focus back to the button', async () => {
  const chosen = menu();
  const user = userEvent.setup();

  await user.click(screen.getByRole('button', { name: 'Actions' }));
  await user.keyboard('{Escape}');

  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Actions' }));
  expect(chosen).not.toHaveBeenCalled();
});

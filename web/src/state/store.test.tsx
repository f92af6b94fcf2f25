import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createStore, useStore } from './store';

test('a component shows the value of a store, also after it was set', () => {
  const store = createStore('one');
  function Shown() {
    return <p>{useStore(store)}</p>;
  }
  render(<Shown />);

  act(() => store.set('two'));

  expect(screen.getByText('two')).toBeDefined();
});

test('a value that is set again notifies no listener', () => {
  const store = createStore(1);
  const listener = vi.fn();
  store.subscribe(listener);

  store.set(1);
  store.set(2);

  expect(listener).toHaveBeenCalledTimes(1);
});

test('a store works only while it has listeners', () => {
  const stop = vi.fn();
  const start = vi.fn(() => stop);
  const store = createStore(0, start);

  const [first, second] = [store.subscribe(vi.fn()), store.subscribe(vi.fn())];
  expect(start).toHaveBeenCalledTimes(1);
  first();
  expect(stop).not.toHaveBeenCalled();
  second();
  expect(stop).toHaveBeenCalledTimes(1);
});

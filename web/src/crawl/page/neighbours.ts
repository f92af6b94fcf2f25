import { createContext } from 'react';

/** The pages before and after one in the list it was opened from. */
export interface Neighbours {
  previous?: string;
  next?: string;
  /** Its place in the list, from 1. */
  place?: number;
}

export const NeighboursContext = createContext<Neighbours>({});

/** State of a child at the door of a meeting; `closed`: the day is over and no departure was recorded. */
export const doorStates = ['expected', 'in', 'out', 'closed'] as const

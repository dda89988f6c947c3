import type { EventOutcome, NewDoorEvent } from '../contract.ts'

/** Releases a child to an adult; answers nothing where the server refuses it. */
export type Release = (
  by: NonNullable<NewDoorEvent['by']>,
  details: NewDoorEvent['release'],
) => Promise<EventOutcome | undefined>

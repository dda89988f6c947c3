import type { PackChild } from '../../rosters/today-contract.ts'
import { useStoredMeetings } from '../../rosters/web/dayPack.ts'

/** Returns the people to call about each child in the pack that this device holds, by the student's id. */
export function usePackContacts(): ReadonlyMap<string, PackChild['contacts']> {
  const stored = useStoredMeetings()
  return new Map(stored?.flatMap(({ children }) => children.map(({ id, contacts }) => [id, contacts] as const)))
}

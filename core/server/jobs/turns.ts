/** Work for an organization, or for the platform. */
interface Turn<Kind extends string> {
  kind: Kind
  tenantId: string | null
}

/** Priorities reserved for one kind, which order its jobs among each other. */
const MAX_RANK = 1_000_000

/**
 * Orders jobs so that urgent kinds go first, and organizations take turns within a kind: the n-th that waits for one of them
 * comes after the first n - 1 of every other one.
 * @param kinds all kinds, the most urgent first
 * @param turns the work of the jobs, already stored
 * @param waiting counts of all that waits by kind and organization, these included
 * @returns a priority for each of the turns, in their order
 */
export function prioritiesInTurn<Kind extends string>(
  kinds: readonly Kind[],
  turns: readonly Turn<Kind>[],
  waiting: readonly (Turn<Kind> & { count: number })[],
): number[] {
  const keyOf = ({ kind, tenantId }: Turn<Kind>) => `${kind} ${tenantId ?? ''}`
  const ranks = new Map(waiting.map((one) => [keyOf(one), one.count]))
  // The first of them comes after all earlier ones.
  for (const turn of turns) ranks.set(keyOf(turn), (ranks.get(keyOf(turn)) ?? 0) - 1)
  return turns.map((turn) => {
    const rank = Math.max(0, ranks.get(keyOf(turn)) ?? 0)
    ranks.set(keyOf(turn), rank + 1)
    return (kinds.length - kinds.indexOf(turn.kind)) * MAX_RANK - Math.min(rank, MAX_RANK - 1)
  })
}

import { z } from 'zod'
import type { PlatformScope } from '#core/server/core.ts'
import { statement } from '#core/server/database/statement.ts'
import { isChanged, isErased, isSalted } from './digest.ts'
import type { Seal } from './seals.ts'

export interface Finding {
  /** A sentence for people. */
  problem: string
  seal?: number | undefined
  /** The entry's sequence number; the first one's where it is about several. */
  entry?: number | undefined
  /** Time of the entry, or of the one before it; for seals, the time of the seal. */
  at?: string | null | undefined
}

export const MAX_FINDINGS = 100

const range = z.object({
  first: z.number(),
  last: z.number(),
  at: z.string().nullable(),
})
type Range = z.infer<typeof range>

const place = z.object({
  seq: z.number(),
  at: z.string(),
})
type Place = z.infer<typeof place>

const rangeText = ({ first, last }: Range) => (first === last ? `Entry ${first}` : `Entries ${first} to ${last}`)
const were = ({ first, last }: Range) => (first === last ? 'was' : 'were')
const when = (at: string | null) => (at ? ` (${at})` : '')

/** Joins seals with the entries that they cover. */
const COVERED_ENTRIES = `
  audit_logs a join audit_seals s on s.number = $1 and a.seq >= lower(s.seqs) and a.seq < upper(s.seqs) and a.seq <@ s.seqs
    and a.created_at >= s.month::timestamp at time zone 'UTC'
    and a.created_at < (s.month + interval '1 month') at time zone 'UTC'`

const selectMissing = statement(
  range,
  `select lower(r) as first, upper(r) - 1 as last,
            (select created_at from audit_logs where seq < lower(r) order by seq desc limit 1) as at
       from audit_seals, unnest(seqs - coalesce((select range_agg(int8range(a.seq, a.seq, '[]')) from ${COVERED_ENTRIES}), '{}')) r
      where number = $1 limit ${MAX_FINDINGS}`,
)

const selectChanged = statement(
  place,
  `select a.seq, a.created_at as at from ${COVERED_ENTRIES} where ${isSalted('a')} is distinct from (s.salted is true) or ${isChanged('a')}
      order by a.seq limit ${MAX_FINDINGS}`,
)

const selectDoubled = statement(
  place,
  `select a.seq, min(a.created_at) as at from ${COVERED_ENTRIES} group by a.seq having count(*) > 1 order by a.seq limit ${MAX_FINDINGS}`,
)

/** Lists faults in the entries of a seal that no longer fits them. */
export async function findingsIn(scope: PlatformScope, { number, seqs, sealedAt }: Seal): Promise<Finding[]> {
  const missing = await scope.rows(selectMissing, [number])
  const changed = await scope.rows(selectChanged, [number])
  const doubled = await scope.rows(selectDoubled, [number])
  const findings: Finding[] = [
    ...missing.map((range) => ({
      problem: `${rangeText(range)} ${were(range)} removed${range.at ? ` (the one before: ${range.at})` : ''}.`,
      entry: range.first,
      at: range.at,
    })),
    ...changed.map(changedEntry),
    ...doubled.map(({ seq, at }) => ({ problem: `Entry ${seq}${when(at)} is there twice.`, entry: seq, at })),
  ]
  if (findings.length > 0) return findings.map((finding) => ({ ...finding, seal: number }))
  return [
    {
      problem: `Among the entries ${seqs} are some that were changed together with their digests; they were sealed at ${sealedAt}.`,
      seal: number,
      at: sealedAt,
    },
  ]
}

const changedEntry = ({ seq, at }: Place): Finding => ({
  problem: `Entry ${seq}${when(at)} was changed: it does not say what was recorded.`,
  entry: seq,
  at,
})

const selectUnsealedRanges = statement(
  range,
  `with sealed as (
       select coalesce(range_agg(seqs), '{}') as seqs from audit_seals
        where number <= $2 and ($3::timestamptz is null or number > $4 or month >= $3::timestamptz::date)),
     loose as (select range_agg(int8range(seq, seq, '[]')) as seqs from audit_logs
                where seq < $1 and not seq <@ (select seqs from sealed))
     select lower(r) as first, upper(r) - 1 as last,
            (select min(created_at) from audit_logs where seq = lower(r)) as at
       from loose, unnest(seqs) r limit ${MAX_FINDINGS}`,
)

/** Entries that are as old as sealed ones and in no seal. @param next the first number after all seals */
export async function looseEntries(
  scope: PlatformScope,
  next: number,
  { newest, prunedBefore, prunedAt }: { newest: number; prunedBefore: string | null; prunedAt: number | null },
): Promise<Finding[]> {
  const ranges = await scope.rows(selectUnsealedRanges, [next, newest, prunedBefore, prunedAt])
  return ranges.map((range) => ({
    problem: `${rangeText(range)}${when(range.at)} ${were(range)} added by hand, or lost the seal.`,
    entry: range.first,
    at: range.at,
  }))
}

const countYoungEntries = statement(
  z.object({ count: z.number(), erased: z.number() }),
  `select count(*) as count, count(*) filter (where ${isErased('a')}) as erased from audit_logs a where seq >= $1`,
)

const selectYoungChanged = statement(
  place,
  `select seq, created_at as at from audit_logs a where seq >= $1 and ${isChanged('a')} order by seq limit ${MAX_FINDINGS}`,
)

/** Entries that are younger than the last seal: how many, how many of them erased, and those that were changed since. */
export async function youngEntries(
  scope: PlatformScope,
  next: number,
): Promise<{ count: number; erased: number; findings: Finding[] }> {
  const [young] = await scope.rows(countYoungEntries, [next])
  const changed = await scope.rows(selectYoungChanged, [next])
  return { count: young?.count ?? 0, erased: young?.erased ?? 0, findings: changed.map(changedEntry) }
}

import { MAX_SESSION_DAYS } from '../contract.ts'

const isUnderWay = (alias: string) => `${alias}.status in ('scheduled', 'in-progress')`

/** State of session `alias` at `$now`, like `stateAt`. */
export const stateOf = (alias: string) => `(case when not ${isUnderWay(alias)} then ${alias}.status
  when ${alias}.end_date <= $now::timestamptz then 'ended'
  when ${alias}.status = 'in-progress' or ${alias}.start_date <= $now::timestamptz then 'in-progress'
  else 'scheduled' end)`

/**
 * SQL: true while session `alias` is in progress at `$now`; the lower bound of its start saves reading all past sessions, few
 * of which have their own days.
 */
export const isInProgress = (alias: string) => `(${stateOf(alias)} = 'in-progress'
  and (${alias}.start_date > $now::timestamptz - interval '${MAX_SESSION_DAYS} days' or ${alias}.has_own_days))`

/** SQL: true where session `alias`, of an organization with the zone `zone`, ended a day ago by its calendar. */
export const hasEndedADayAgo = (alias: string, zone: string) => `(${isUnderWay(alias)}
  and ${alias}.end_date <= $now::timestamptz - interval '22 hours'
  and (${alias}.end_date at time zone ${zone} + interval '1 day') at time zone ${zone} <= $now::timestamptz)`

import type { CalendarSession } from '../contract.ts'

type Day = CalendarSession['days'][number]

/** Consecutive days of a session with the same local time, which a calendar draws as one. */
export interface DayRun {
  /** Id of its first meeting. */
  id: string
  start: string
  end: string
  isCancelled: boolean
  /** 'Mon–Fri, 9 AM–4 PM'; null for one day. */
  when: string | null
}

const DAY_MS = 86_400_000

/** Joins consecutive days with the same local time. A canceled day stays separate. */
export function runsOf(days: readonly Day[], timeZone: string, locale?: string): DayRun[] {
  const calendar = new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone })
  const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone })
  const dayOf = ({ startsAt }: Day) => Date.parse(calendar.format(new Date(startsAt)))
  const clockOf = ({ startsAt, endsAt }: Day) => [startsAt, endsAt].map((at) => clock.format(new Date(at))).join()
  const runs: Day[][] = []
  for (const day of days) {
    const run = runs.at(-1)
    const before = run?.at(-1)
    const follows =
      before &&
      day.status !== 'cancelled' &&
      before.status !== 'cancelled' &&
      dayOf(day) - dayOf(before) === DAY_MS &&
      (clockOf(day) === clockOf(before) || day.startsAt === before.endsAt)
    if (run && follows) run.push(day)
    else runs.push([day])
  }
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)]
    if (!first || !last) return []
    const { id, startsAt: start, endsAt: end } = first
    const isCancelled = first.status === 'cancelled'
    return [{ id, start, end: last.endsAt, isCancelled, when: describe(run, start, end, timeZone, locale) }]
  })
}

/** Days with nights have no daily time. */
function describe(run: readonly Day[], start: string, end: string, timeZone: string, locale?: string): string | null {
  const last = run.at(-1)
  if (run.length < 2 || !last || run[1]?.startsAt === end) return null
  const days = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone })
  const weekday = (at: string) => days.format(new Date(at))
  const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone })
  // Shortens '9:00 AM' to '9 AM'.
  const time = (at: string) => clock.format(new Date(at)).replace(/:00(?= ?[AP]M)/u, '')
  return `${weekday(start)}–${weekday(last.startsAt)}, ${time(start)}–${time(end)}`
}

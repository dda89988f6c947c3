import { useEffect, useState } from 'react'
import { pageLocale } from '../../text.ts'
import { relativeTime } from './relativeTime.ts'
import { useShownZone } from './shownZone.ts'
import { timeText, type TimeShape } from './timeText.ts'

interface TimeProps {
  /** ISO, or a Date. Nothing is shown as '—'. */
  value: string | Date | null | undefined
  /** IANA zone; unless said otherwise the organization's, and the browser's on the platform's host. */
  zone?: string
}

export interface DateTimeProps extends TimeProps {
  /** 'date-time' unless said otherwise. */
  show?: TimeShape
}

function instantOf(value: TimeProps['value']): Date | undefined {
  if (!value) return undefined
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

/** In full, with the zone named, for the title. */
function inFull(instant: Date, zone: string): string {
  const words = new Intl.DateTimeFormat(pageLocale(), { dateStyle: 'full', timeStyle: 'long', timeZone: zone })
  return `${words.format(instant)} (${zone})`
}

/** A point in time in a zone, which a time of day names. A date without time (`2026-03-29`) is not moved by zones. */
export function DateTime({ value, zone, show = 'date-time' }: DateTimeProps) {
  const usual = useShownZone()
  const instant = instantOf(value)
  if (!instant) return '—'
  const isPlainDate = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  const shown = isPlainDate ? 'UTC' : (zone ?? usual)
  return (
    <time
      dateTime={isPlainDate ? value : instant.toISOString()}
      title={isPlainDate ? undefined : inFull(instant, shown)}
    >
      {timeText(instant, shown, isPlainDate ? 'date' : show)}
    </time>
  )
}

/** Relative time in the past or future, updated each minute; the exact time and its zone are in the title. */
export function RelativeTime({ value, zone }: TimeProps) {
  const usual = useShownZone()
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  const instant = instantOf(value)
  if (!instant) return '—'
  const shown = zone ?? usual
  return (
    <time dateTime={instant.toISOString()} title={inFull(instant, shown)}>
      {relativeTime(instant.getTime(), now, shown)}
    </time>
  )
}

import { useEffect, useState } from 'react'
import { relativeTime } from './relativeTime.ts'
import { browserZone } from '../fields/browserZone.ts'

interface TimeProps {
  /** ISO, or a Date. Nothing is shown as '—'. */
  value: string | Date | null | undefined
  /** IANA zone; the browser's unless said otherwise. */
  zone?: string
}

export interface DateTimeProps extends TimeProps {
  /** 'date-time' unless said otherwise. */
  show?: 'date-time' | 'date' | 'time'
}

const shapes: Record<NonNullable<DateTimeProps['show']>, Intl.DateTimeFormatOptions> = {
  'date-time': { dateStyle: 'medium', timeStyle: 'short' },
  date: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
}

function instantOf(value: TimeProps['value']): Date | undefined {
  if (!value) return undefined
  const instant = new Date(value)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

/** In full, with the zone named, for the title. */
function inFull(instant: Date, zone: string): string {
  const words = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long', timeZone: zone })
  return `${words.format(instant)} (${zone})`
}

/** A point in time in a zone; the zone is named in the title. A date without time (`2026-03-29`) is not moved by zones. */
export function DateTime({ value, zone, show = 'date-time' }: DateTimeProps) {
  const instant = instantOf(value)
  if (!instant) return '—'
  const isPlainDate = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  const shown = isPlainDate ? 'UTC' : (zone ?? browserZone())
  return (
    <time
      dateTime={isPlainDate ? value : instant.toISOString()}
      title={isPlainDate ? undefined : inFull(instant, shown)}
    >
      {new Intl.DateTimeFormat(undefined, { ...shapes[isPlainDate ? 'date' : show], timeZone: shown }).format(instant)}
    </time>
  )
}

/** How long ago or until, kept current each minute; the exact time and its zone are in the title. */
export function RelativeTime({ value, zone = browserZone() }: TimeProps) {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  const instant = instantOf(value)
  if (!instant) return '—'
  return (
    <time dateTime={instant.toISOString()} title={inFull(instant, zone)}>
      {relativeTime(instant.getTime(), now)}
    </time>
  )
}

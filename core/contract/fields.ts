import { z } from 'zod'

// PostgreSQL's text type has no NUL, so such a value could only end as an error of the database.
const withoutNul = (value: string) => !value.includes('\u0000')

/** One line or more of text, trimmed, at most `max` characters. */
export function text(max: number) {
  return z
    .string()
    .trim()
    .max(max, `At most ${max} characters`)
    .refine(withoutNul, 'Contains a character that cannot be stored')
}

/** Text that may not be blank. `message` is what people read when it is. */
export function requiredText(max: number, message = 'Required') {
  return z
    .string()
    .trim()
    .min(1, message)
    .max(max, `At most ${max} characters`)
    .refine(withoutNul, 'Contains a character that cannot be stored')
}

/** An e-mail address, trimmed, at most 254 characters (RFC 5321). */
export function email(message = 'Please enter a valid email address') {
  return z.string().trim().max(254, 'At most 254 characters').pipe(z.email(message))
}

export const id = z.uuid('Not a valid id')

/** An instant in ISO 8601 with an offset. Exact to the nanosecond at most: the database takes no endless fractions. */
export function dateTime(message: string) {
  return z.iso.datetime({ offset: true, error: message }).max('2026-11-21T07:00:00.000000000+00:00'.length, message)
}

/** An instant from 1900 to 2999, well within what the database knows; answers always carry UTC. */
export const instant = dateTime('Not a valid date and time').refine(
  (value) => Date.parse(value) >= Date.UTC(1900) && Date.parse(value) < Date.UTC(3000),
  'Between 1900 and 2999',
)

/** Secrets are bounded too: hashing an endless password is an attack. */
export const password = z.string().min(1, 'Password is required').max(200, 'At most 200 characters')

/** A time zone by its name of the IANA database. */
export const timeZone = requiredText(64).refine(isTimeZone, 'Use a time zone like America/New_York')

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).format() !== ''
  } catch {
    return false
  }
}

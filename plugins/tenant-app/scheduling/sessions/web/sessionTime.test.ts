import { expect, test } from 'vitest'
import { sessionTimeText } from './SessionTime.tsx'

const zone = 'America/New_York'
const now = new Date('2026-11-25T12:00:00Z')
const text = (start: string, end: string, deviceZone = zone) =>
  sessionTimeText(new Date(start), new Date(end), { zone, now, deviceZone }).replaceAll(/\s/g, ' ')

test.each([
  ['one day of this year', '2026-11-25T14:00:00Z', '2026-11-25T21:00:00Z', 'Wed, Nov 25, 9:00 AM – 4:00 PM'],
  ['one day of another year', '2027-03-01T15:00:00Z', '2027-03-01T16:30:00Z', 'Mon, Mar 1, 2027, 10:00 – 11:30 AM'],
  [
    'the same clock each day',
    '2026-11-23T14:00:00Z',
    '2026-11-27T21:00:00Z',
    'Mon, Nov 23 – Fri, Nov 27, 9:00 AM – 4:00 PM',
  ],
  [
    'clocks that change between',
    '2026-10-30T13:00:00Z',
    '2026-11-02T21:00:00Z',
    'Fri, Oct 30 – Mon, Nov 2, 9:00 AM – 4:00 PM',
  ],
  [
    'days in two years',
    '2026-12-28T14:00:00Z',
    '2027-01-01T21:00:00Z',
    'Mon, Dec 28, 2026 – Fri, Jan 1, 2027, 9:00 AM – 4:00 PM',
  ],
  [
    'one evening past midnight',
    '2026-11-28T01:00:00Z',
    '2026-11-28T13:00:00Z',
    'Fri, Nov 27, 8:00 PM – Sat, Nov 28, 8:00 AM',
  ],
  [
    'an end before the clock of the start',
    '2026-11-27T22:00:00Z',
    '2026-11-29T17:00:00Z',
    'Fri, Nov 27, 5:00 PM – Sun, Nov 29, 12:00 PM',
  ],
])('the time of a session: %s', (_, start, end, shown) => {
  expect(text(start, end)).toBe(shown)
})

test('the zone is named where the device’s clock shows another time', () => {
  expect(text('2026-11-25T14:00:00Z', '2026-11-25T21:00:00Z', 'America/Toronto')).not.toContain('EST')
  expect(text('2026-11-25T14:00:00Z', '2026-11-25T21:00:00Z', 'Europe/Berlin')).toBe(
    'Wed, Nov 25, 9:00 AM – 4:00 PM EST',
  )
})

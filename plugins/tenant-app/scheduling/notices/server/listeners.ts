import { subscribe, type Subscription } from '#core/server/events/events.ts'
import { absencesCorrected } from '../../rosters/server/events.ts'
import { meetingChanged } from '../../sessions/server/events.ts'
import { mailChangedDay } from './day-emails.ts'
import { mailCorrectedAbsences } from './send-notices.ts'

export const noticeListeners: readonly Subscription[] = [
  subscribe(absencesCorrected, {
    runs: 'later',
    name: 'tenant-app.tell-corrections',
    scope: 'tenant',
    run: mailCorrectedAbsences,
  }),
  subscribe(meetingChanged, {
    runs: 'later',
    name: 'tenant-app.mail-changed-day',
    scope: 'tenant',
    run: mailChangedDay,
  }),
]

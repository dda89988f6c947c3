import type { Env } from '#config/env.ts'
import { line, link, type MailLine, type MailParagraph } from '#core/server/mail/body.ts'
import type { NewMessage } from '#core/server/mail/mail.ts'
import { countText, listText } from '#core/server/texts.ts'
import type { Attendance } from '../../../scheduling/rosters/contract.ts'
import type { ChildWeek } from './week.ts'

/** Sender of all digests of an organization. */
export interface Sender {
  organization: string
  subdomain: string
  zone: string
}

interface Reader {
  name: string
  email: string
  /** Token of the link that ends this guardian's digests. */
  token: string
  children: readonly ChildWeek[]
}

/** Maximum length of feedback; the portal has the whole text. */
const MAX_FEEDBACK_LENGTH = 300

const attendanceLabels: Record<Attendance, string> = {
  present: 'there',
  late: 'there, late',
  absent: 'absent',
  excused: 'excused',
}

/** Creates a writer of an organization's digests, with times in its zone. */
export function createDigestWriter(
  env: Env,
  { organization, subdomain, zone }: Sender,
): (reader: Reader) => NewMessage {
  // Created once: a formatter costs more than its use.
  const times = new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: zone,
  })
  const days = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', timeZone: zone })
  const spanOf = (start: string, end: string) => times.formatRange(new Date(start), new Date(end))

  function aheadOf({ ahead }: ChildWeek): MailLine[] {
    return ahead.map(({ name, location, startDate, endDate, isWaiting, isReported }) => {
      const note = isWaiting ? ' (on the waitlist)' : isReported ? ' (absence reported)' : ''
      return line`    ${spanOf(startDate, endDate)}: ${name}${location ? `, ${location}` : ''}${note}`
    })
  }

  function pastOf({ sessions, scores, points, totalPoints }: ChildWeek): MailLine[] {
    return [
      ...sessions.map(({ name, startDate, attendance, feedback, ...earned }) => {
        const more = earned.points ? `, ${countText(earned.points, 'point')}` : ''
        return line`    ${days.format(new Date(startDate))}, ${name}: ${attendanceLabels[attendance]}${more}${quoteFeedback(feedback)}`
      }),
      ...scores.map(
        ({ name, score, maxScore, feedback }) => line`    ${name}: ${score} of ${maxScore}${quoteFeedback(feedback)}`,
      ),
      ...(points === 0
        ? []
        : [line`    ${countText(points, 'point')} this week, ${countText(totalPoints, 'point')} in all`]),
    ]
  }

  function toDoOf({ ahead, sessions, openConsents, firstName }: ChildWeek): MailLine[] {
    return [
      ...(openConsents > 0 ? [line`    ${countText(openConsents, 'consent')} to answer`] : []),
      ...ahead
        .filter((one) => one.isAnswerAwaited)
        .map(
          ({ name, startDate }) =>
            line`    Say whether ${firstName} comes to ${name} on ${days.format(new Date(startDate))}`,
        ),
      ...sessions
        .filter(({ attendance }) => attendance === 'absent')
        .map(({ name }) => line`    Tell ${organization} why ${firstName} was absent from ${name}`),
    ]
  }

  function partsOf(child: ChildWeek): MailParagraph {
    const parts = [
      { title: line`  Coming up`, lines: aheadOf(child) },
      { title: line`  The last seven days`, lines: pastOf(child) },
      { title: line`  For you to do`, lines: toDoOf(child) },
    ]
    return [
      line`${child.firstName}`,
      ...parts.flatMap(({ title, lines }) => (lines.length > 0 ? [title, ...lines] : [])),
    ]
  }

  return ({ name, email, token, children }) => ({
    to: email,
    class: 'news',
    subject: `The week of ${listText(children.map(({ firstName }) => firstName))} at ${organization}`.slice(0, 200),
    body: [
      line`Hello ${name},`,
      ...children.map(partsOf),
      line`Times are those of ${organization} (${zone}). For details and open questions, see the parent portal:`,
      link(env, subdomain, '/parent-portal'),
      line`You subscribed to this weekly email in the parent portal. Unsubscribe without signing in:`,
      link(env, subdomain, '/unsubscribe', token),
    ],
    unsubscribe: link(env, subdomain, '/unsubscribe', token),
  })
}

function quoteFeedback(feedback: string): string {
  if (!feedback) return ''
  return `. “${feedback.length > MAX_FEEDBACK_LENGTH ? `${feedback.slice(0, MAX_FEEDBACK_LENGTH)}…` : feedback}”`
}

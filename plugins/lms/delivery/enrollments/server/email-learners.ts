import type { z } from 'zod'
import { record } from '#core/server/audit.ts'
import type { TenantScope } from '#core/server/core.ts'
import { callerOf, viewerOf } from '#core/server/database/row-policy.ts'
import { AppError, notFound } from '#core/server/errors.ts'
import { line, type MailParagraph } from '#core/server/mail/body.ts'
import { sendMails } from '#core/server/mail/mail.ts'
import { countText, listText } from '#core/server/texts.ts'
import type { TenantAppServices } from '#plugins/tenant-app/plugin.ts'
import type { EmailedLearners, learnersEmail } from '../contract.ts'
import { summarizeLearners } from './list-learners.ts'
import { selectEmailedLearners, type EmailedLearner } from './queries.ts'

/** Finds whom to email for students; undefined while that plugin is off, so that no student's email is sent. */
export type Contacts = Pick<TenantAppServices, 'listAccountContacts'> | undefined

type NewEmail = z.infer<typeof learnersEmail>

/** Recipient of an email, with the students it is about if the recipient is their guardian. */
interface Addressee {
  name: string
  email: string
  about: string[]
}

/**
 * Emails learners of a course. For a student under 18 their guardians get the email, as with everything that concerns a child;
 * each person gets one email, however many of their children it is about. Replies go to the organization's contact address,
 * since families get no staff member's own.
 * @throws not-found if the caller does not see one of them, learners.unreached (409)
 */
export async function emailLearners(
  scope: TenantScope,
  courseId: string,
  { userIds, ...email }: NewEmail,
  contacts: Contacts,
): Promise<EmailedLearners> {
  const { course } = await summarizeLearners(scope, courseId)
  const { user: writer } = scope.actor
  if (!writer) throw new Error('Staff who write are signed in')
  const learners = await listEmailed(scope, courseId, userIds)
  const { addressees, unreached } = await resolveAddressees(scope, learners, contacts)
  if (addressees.length === 0) {
    const message =
      'No one could be emailed: the learners have no email address, or no guardian who gets notifications.'
    throw new AppError('learners.unreached', 409, message)
  }
  const { organization = '', replyTo = '' } = learners[0] ?? {}
  const messages = addressees.map((addressee) => ({
    to: addressee.email,
    replyTo,
    subject: email.subject,
    body: writeBody(addressee, email.text, { writer: writer.name, organization, course }),
  }))
  await sendMails(scope, messages)
  await record(scope, {
    action: 'course.learners-emailed',
    category: 'system',
    description: `Emailed ${countText(learners.length, 'learner')} of the course ${course}`,
    resource: 'course',
    resourceId: courseId,
    metadata: { userIds: learners.map(({ userId }) => userId), emails: messages.length },
  })
  return { sent: messages.length, unreached }
}

/** @throws not-found if one of them does not take the course, or the caller does not see them */
async function listEmailed(scope: TenantScope, courseId: string, userIds: readonly string[]) {
  const asked = { ...callerOf(scope), tenantId: scope.tenantId, courseId, userIds }
  const learners = await scope.rows(selectEmailedLearners({ viewer: viewerOf(scope) }), asked)
  if (learners.length < new Set(userIds).size) throw notFound('Learner')
  return learners
}

/** Finds the recipients, each once by address, and the names of learners without any. */
async function resolveAddressees(scope: TenantScope, learners: readonly EmailedLearner[], contacts: Contacts) {
  const ids = learners.map(({ userId }) => userId)
  const found = new Map((await contacts?.listAccountContacts(scope, ids))?.map((one) => [one.accountId, one]))
  const addressees = new Map<string, Addressee>()
  const unreached: string[] = []
  for (const { userId, name, role, email } of learners) {
    const contact = found.get(userId)
    const writesToGuardians = role === 'student' && !contact?.isAdult
    const own = email !== null && !contact?.isRestricted ? [{ name, email }] : []
    const people = writesToGuardians ? (contact?.guardians ?? []) : own
    if (people.length === 0) unreached.push(name)
    for (const person of people) {
      const known = addressees.get(person.email) ?? { name: person.name, email: person.email, about: [] }
      if (writesToGuardians) known.about.push(name)
      addressees.set(person.email, known)
    }
  }
  return { addressees: [...addressees.values()], unreached }
}

function writeBody(
  { name, about }: Addressee,
  text: string,
  { writer, organization, course }: { writer: string; organization: string; course: string },
): MailParagraph[] {
  return [
    line`Hello ${name},`,
    about.length === 0
      ? line`${writer} at ${organization} writes to you about the course “${course}”:`
      : line`${writer} at ${organization} writes to you about ${listText(about)} and the course “${course}”:`,
    text.split(/\r?\n/).map((one) => line`${one}`),
    line`Replies to this email go to ${organization}.`,
  ]
}

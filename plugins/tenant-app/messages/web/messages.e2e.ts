import { expect } from 'vitest'
import { systemActor } from '#core/server/identity/actor.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, notification } from '#core/testing/browser.ts'
import { tenantApp } from '../../plugin.ts'
import { buildParticipant, buildSession, buildStudent } from '../../testing/factories.ts'
import { draftMessage, sendNow, setDaytime } from '../../testing/messages.ts'
import { linkToken } from '../server/links.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }
const everyone = { any: [{ kind: 'organization' as const }] }

test('an admin writes to the families of a session in four clicks, sees who gets it, and undoes it', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const { id: parentId } = await organization.user('parent', { firstName: 'Ana', lastName: 'Ng' })
  const ava = await buildStudent(platform, organization, { firstName: 'Ava', guardians: [parentId] })
  const ben = await buildStudent(platform, organization, { firstName: 'Ben', guardians: [parentId] })
  const { id: sessionId } = await buildSession(platform, organization, { name: 'Robots' })
  for (const { id: studentId } of [ava, ben]) {
    await buildParticipant(platform, organization, { sessionId, studentId })
  }
  const page = await visitor.open(platform.originOf(organization), `/sessions/${sessionId}`, {
    as: (await organization.user('tenant_admin')).email,
  })
  await page.getByRole('button', { name: 'More actions' }).first().click()
  await page.getByRole('menuitem', { name: 'Message families' }).click()
  await page.getByLabel('Subject').fill('Bring a lunch')
  await page.getByRole('textbox', { name: 'Message', exact: true }).fill('Please pack a lunch for {child}.')
  await expectAccessibleEverywhere(page, 'tenant-app/message-new', () => page.getByText('Session Robots').waitFor())
  await page.getByRole('button', { name: 'Continue' }).click()
  const send = page.getByRole('button', { name: 'Send to 1 guardian of 2 children' })
  await expectAccessibleEverywhere(page, 'tenant-app/message-draft', () => send.waitFor())
  await page.getByRole('button', { name: 'Show recipients' }).click()
  await page.getByText('Ana Ng').waitFor()
  await send.click()
  await notification(page).getByText('Message leaves in a minute').waitFor()
  await page.getByRole('button', { name: 'Undo' }).first().click()
  await send.waitFor()
  await page.goto('/messages')
  await expectAccessibleEverywhere(page, 'tenant-app/messages', () => page.getByText('Bring a lunch').first().waitFor())
  expectNoErrors(page, notSignedIn)
})

test('a guardian finds a message at home, reads and acknowledges it, and chooses when news comes', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.user('parent', { firstName: 'Ana', lastName: 'Ng' })
  await buildStudent(platform, organization, { firstName: 'Ava', guardians: [parent.id] })
  const { id } = await draftMessage(admin, everyone, { wantsAcknowledgement: true })
  await setDaytime(platform, admin)
  await sendNow(platform, organization, admin, id)
  const page = await visitor.open(platform.originOf(organization), '/', { as: parent.email })
  await page.getByRole('link', { name: 'Bring a lunch' }).click()
  const acknowledge = page.getByRole('button', { name: 'Acknowledge' })
  await expectAccessibleEverywhere(page, 'tenant-app/message-received', () => acknowledge.waitFor())
  await acknowledge.click()
  await page.getByText('You acknowledged this message').waitFor()
  await page.goto('/messages')
  await expectAccessibleEverywhere(page, 'tenant-app/inbox', () => page.getByText('Bring a lunch').first().waitFor())
  await page.goto('/profile')
  await page.getByText('In the evening, at 6 PM').click()
  await notification(page).getByText('Choice saved').waitFor()
  expect((await admin.get(`/api/messages/${id}`)).body).toMatchObject({ opened: 1, acknowledged: 1 })
  expectNoErrors(page, notSignedIn)
})

test('the link of an email opens the message by a button, without signing in', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.user('parent')
  await buildStudent(platform, organization, { firstName: 'Ava', guardians: [parent.id] })
  const { id } = await draftMessage(admin, everyone, { wantsAcknowledgement: true })
  await setDaytime(platform, admin)
  await sendNow(platform, organization, admin, id)
  const recipientId = await platform.core.db.tenant(organization.id, systemActor, async ({ trx }) => {
    const row = await trx('message_recipients').first<{ id: string }>('id')
    return row.id
  })
  const page = await visitor.open(
    platform.originOf(organization),
    `/message?token=${linkToken(platform.core.env, recipientId)}`,
  )
  const open = page.getByRole('button', { name: 'Open message' })
  await expectAccessibleEverywhere(page, 'tenant-app/message-link', () => open.waitFor())
  // Until the button is pressed, nothing is noted.
  expect((await admin.get(`/api/messages/${id}`)).body).toMatchObject({ opened: 0 })
  await open.click()
  await page.getByText('Please pack a lunch for Ava.').waitFor()
  await page.getByRole('button', { name: 'Acknowledge' }).click()
  await page.getByText('You have acknowledged this message.').waitFor()
  expect((await admin.get(`/api/messages/${id}`)).body).toMatchObject({ opened: 1, acknowledged: 1 })
  expectNoErrors(page, notSignedIn)
})

test('an admin adds a template and sees who has not acknowledged a message', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: parentId } = await organization.user('parent', { firstName: 'Ana', lastName: 'Ng' })
  await buildStudent(platform, organization, { firstName: 'Ava', guardians: [parentId] })
  const { id } = await draftMessage(admin, everyone, { wantsAcknowledgement: true })
  await setDaytime(platform, admin)
  await sendNow(platform, organization, admin, id)
  const page = await visitor.open(platform.originOf(organization), `/messages/sent/${id}`, {
    as: (await organization.user('tenant_admin')).email,
  })
  await expectAccessibleEverywhere(page, 'tenant-app/message-sent', () => page.getByText('Ana Ng').first().waitFor())
  await page.getByRole('button', { name: 'Remind 1' }).click()
  await notification(page).getByText('Reminder sent').waitFor()
  await page.goto('/messages/templates')
  await expectAccessibleEverywhere(page, 'tenant-app/templates-none', () =>
    page.getByText('No templates yet').waitFor(),
  )
  await page.getByRole('button', { name: 'New template' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New template' })
  await dialog.getByLabel('Name').fill('Late start')
  await dialog.getByLabel('Subject').fill('{session} starts later')
  await dialog.getByLabel('Message').fill('We meet at {place}.')
  await expectAccessibleEverywhere(page, 'tenant-app/template-new', () => dialog.waitFor())
  await dialog.getByRole('button', { name: 'Save template' }).click()
  await notification(page).getByText('Template saved').waitFor()
  expectNoErrors(page, notSignedIn)
})

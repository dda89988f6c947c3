import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, notification } from '#core/testing/browser.ts'
import { tenantApp } from '../../plugin.ts'
import { newPost, startConversation } from '../../testing/conversations.ts'
import { buildStudent } from '../../testing/factories.ts'
import { MAX_FILE_BYTES } from '../contract.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }

test('a guardian writes to staff, keeps a draft over a reload, and sees the answer come', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const parent = await organization.user('parent', { firstName: 'Ana', lastName: 'Ng' })
  await buildStudent(platform, organization, { firstName: 'Ava', lastName: 'Ng', guardians: [parent.id] })
  const page = await visitor.open(platform.originOf(organization), '/messages', { as: parent.email })
  await page.getByRole('link', { name: 'Write to staff' }).click()
  const message = page.getByRole('textbox', { name: 'Message' })
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Enter a message').waitFor()
  await message.fill('Does Ava need boots?')
  await page.getByRole('link', { name: 'Messages', exact: true }).first().click()
  await page.getByRole('link', { name: 'Write to staff' }).click()
  await expect.poll(() => message.inputValue()).toBe('Does Ava need boots?')
  await page.reload()
  await expect.poll(() => message.inputValue()).toBe('Does Ava need boots?')
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add files' }).click()
  await (
    await choosing
  ).setFiles([
    { name: 'boots.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') },
    { name: 'setup.exe', mimeType: 'application/pdf', buffer: Buffer.from([0x4d, 0x5a, 0x90, 0, 3, 0]) },
    { name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.alloc(MAX_FILE_BYTES + 1) },
  ])
  await page.getByText('film.mp4 is larger than 10 MB.').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/conversation-new', () => message.waitFor())
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Your message was sent without 1 file').waitFor()
  await expectAccessibleEverywhere(page, 'tenant-app/conversation-files', () =>
    page.getByText('setup.exe', { exact: true }).waitFor(),
  )
  await page.getByRole('link', { name: 'Open conversation' }).click()
  await page.getByText('Does Ava need boots?').waitFor()
  await page.getByRole('link', { name: /boots\.pdf/ }).waitFor()
  await page.getByText('All admins can read it. No student takes part.').waitFor()
  await message.fill('And a lunch')
  await page.reload()
  await expect.poll(() => message.inputValue()).toBe('And a lunch')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('And a lunch').first().waitFor()
  const [{ id }] = (await admin.get('/api/conversations')).body
  await admin.post(`/api/conversations/${id}/posts`, newPost('Yes, both.'))
  // Without a reload.
  await page.getByText('Yes, both.').first().waitFor({ timeout: 20_000 })
  await expectAccessibleEverywhere(page, 'tenant-app/conversation', () =>
    page.getByText('Yes, both.').first().waitFor(),
  )
  expectNoErrors(page, { except: [/401/, /400/, /422/] })
})

test('an admin writes to a guardian, answers from the list, assigns and closes a conversation', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const parent = await organization.signIn('parent')
  const ava = await buildStudent(platform, organization, {
    firstName: 'Ava',
    lastName: 'Ng',
    guardians: [parent.user?.id ?? ''],
  })
  const { id } = await startConversation(parent, ava.id, { topic: 'late-pickup' })
  const admin = await organization.user('tenant_admin')
  const page = await visitor.open(platform.originOf(organization), '/messages?view=conversations', { as: admin.email })
  const link = page.getByRole('link', { name: 'Late pick-up · Ava Ng' })
  await expectAccessibleEverywhere(page, 'tenant-app/conversations', () => link.waitFor())
  await page.getByRole('link', { name: 'Write to a guardian' }).click()
  await page.getByRole('combobox', { name: 'Guardian' }).fill(parent.user?.lastName ?? '')
  await page.getByRole('option').filter({ hasText: 'Ava' }).click()
  const first = page.getByRole('textbox', { name: 'Message' })
  await expectAccessibleEverywhere(page, 'tenant-app/conversation-general', () => first.waitFor())
  await first.fill('A word about next year')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('A word about next year').first().waitFor()
  await page.getByText('All admins can read it. No student takes part.').waitFor()
  await page.goto('/messages?view=conversations')
  await link.click()
  await page.getByRole('button', { name: 'Actions for this conversation' }).click()
  await page.getByRole('menuitem', { name: 'Assign to me' }).click()
  await page.getByText('Assigned to').waitFor()
  await page.getByRole('textbox', { name: 'Message' }).fill('Thank you.')
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByText('Thank you.').first().waitFor()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Reopen' }).waitFor()
  await page.goto('/org-settings?tab=conversations')
  await page.getByLabel('Phone for urgent matters').fill('555 0100')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await notification(page).getByText('Settings Saved').waitFor()
  expect((await parent.get(`/api/conversations/${id}`)).body).toMatchObject({ status: 'closed', assignedTo: null })
  expectNoErrors(page, notSignedIn)
})

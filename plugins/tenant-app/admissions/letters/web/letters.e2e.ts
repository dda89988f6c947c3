import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors, notification } from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import { tenantApp } from '../../../plugin.ts'
import { emailedToken, printLetter } from '../../../testing/letters.ts'

const test = browserTest([tenantApp])

const CODE = 'BCDFGHJKMN'

test('an admin prints letters, a visitor enters a code and confirms the address, and the admin approves', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const guardian = { firstName: 'Pat', lastName: 'Ng', relationship: 'Mother', invite: false, email: '' }
  const { id } = await create<{ id: string }>(admin, '/api/students', { firstName: 'Ada', lastName: 'Ng', guardian })
  const origin = platform.originOf(organization)
  const page = await visitor.open(origin, '/students?account=none', { as: admin.user?.email ?? '' })
  await page.getByRole('button', { name: 'Print letters' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Print letters' })
  await expectAccessibleEverywhere(page, 'tenant-app/print-letters', () =>
    dialog.getByText('All without an account (1)').waitFor(),
  )
  const downloaded = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Print 1 letter' }).click()
  expect((await downloaded).suggestedFilename()).toBe('letters.pdf')
  await notification(page).getByText('1 letter').waitFor()
  await printLetter(platform, admin, { tenantId: organization.id, studentId: id, code: CODE })
  await page.goto(`/students/${id}?tab=guardians`)
  await expectAccessibleEverywhere(page, 'tenant-app/letter-note', () => page.getByText(/^Letter printed/).waitFor())

  const stranger = await visitor.open(origin, `/join?code=${CODE}`)
  await expectAccessibleEverywhere(stranger, 'tenant-app/join', () => stranger.getByLabel('Code').waitFor())
  await stranger.getByLabel('Your first name').fill('Rosa')
  await stranger.getByLabel('Your last name').fill('Lee')
  await stranger.getByLabel('Your email').fill('rosa@families.example')
  await stranger.getByLabel('Relationship to the child').fill('Aunt')
  await stranger.getByRole('button', { name: 'Continue' }).click()
  await stranger.getByText('We emailed a link to rosa@families.example').waitFor()
  await stranger.goto(`/join?token=${await emailedToken(platform, 'rosa@families.example')}`)
  await stranger.getByRole('button', { name: 'Confirm my email address' }).click()
  await stranger.getByText('Your email address is confirmed').waitFor()
  expectNoErrors(stranger, { except: [/401/] })

  await page.goto('/students')
  await expectAccessibleEverywhere(page, 'tenant-app/join-requests', () =>
    page.getByRole('button', { name: 'Approve' }).waitFor(),
  )
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve request' }).click()
  await notification(page).getByText('Request approved').waitFor()
  await page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'hidden' })
  expectNoErrors(page)
})

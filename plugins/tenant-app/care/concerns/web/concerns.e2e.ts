import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { addFirstPasskey } from '#core/testing/browser-passkeys.ts'
import { expectAccessible, expectNoErrors, notification, signOut } from '#core/testing/browser.ts'
import { PASSWORD } from '#core/testing/harness.ts'
import { tenantApp } from '../../../plugin.ts'
import { buildStudent } from '../../../testing/factories.ts'
import { nameLead, newConcern } from '../../../testing/incident-calls.ts'

const test = browserTest([tenantApp])

test('staff record a concern on a phone and see its number and time afterwards', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  await nameLead({ platform, organization })
  const instructor = await organization.user('instructor')
  const page = await visitor.open(origin, '/concerns', {
    as: instructor.email,
    viewport: { width: 375, height: 812 },
  })
  await page.getByLabel('The child’s own words').fill('I do not want to go home.')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Record concern' }).click()
  await notification(page)
    .getByText(/^Concern no\. \d{6} recorded$/)
    .waitFor()
  await page
    .getByText(/^No\. \d{6}/)
    .first()
    .waitFor()
  expectNoErrors(page, { except: [/401/] })
})

test('a lead signs in with two-step verification, reads a concern, adds to it, and reads and exports the chronology', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const lead = await organization.user('tenant_admin', { firstName: 'Lena', lastName: 'Ortiz' })
  const { id: studentId } = await buildStudent(platform, organization, { firstName: 'Ava', lastName: 'King' })
  const page = await visitor.open(platform.originOf(organization), '/profile', { as: lead.email })
  await addFirstPasskey(page)
  await page.goto('/org-settings?tab=safeguarding')
  await page.getByText('Concerns are off until').waitFor()
  await page.getByRole('checkbox', { name: 'Lena Ortiz' }).press('Space')
  await page.getByLabel('Contact outside of the organization').fill('County line, 555 0199')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await notification(page).getByText('Safeguarding saved').waitFor()
  const instructor = await organization.signIn('instructor')
  await instructor.post('/api/concerns', newConcern({ studentId, seen: 'A bruise on the arm.' }))

  await signOut(page)
  await page.getByLabel('Email').fill(lead.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL(({ pathname }) => pathname === '/')
  await page.goto('/concerns')
  await page.getByRole('button', { name: /^Read no\. \d{6}$/ }).click()
  const read = page.getByRole('dialog', { name: /^Concern no\. \d{6}$/ })
  await read.getByText('A bruise on the arm.').waitFor()
  await read.getByText('Read by Lena Ortiz').waitFor()
  await expectAccessible(page)
  await read.getByRole('button', { name: 'Add an entry' }).click()
  const adding = page.getByRole('dialog', { name: /^Add to concern/ })
  await adding.getByLabel('Entry').fill('Called the county.')
  await adding.getByRole('button', { name: 'Add entry' }).click()
  await read.getByText('Called the county.').waitFor()
  await read.getByRole('button', { name: 'Close' }).last().click()
  await page.getByRole('button', { name: /^Chronology of Ava King/ }).click()
  const chronology = page.getByRole('dialog', { name: 'Chronology' })
  await chronology.getByText('Called the county.').waitFor()
  await expectAccessible(page)
  const saving = page.waitForEvent('download')
  await chronology.getByRole('button', { name: 'Export as PDF' }).click()
  expect((await saving).suggestedFilename()).toBe('chronology.pdf')
  // The sign-in answers 409 where the second step is required.
  expectNoErrors(page, { except: [/401/, /409/] })
})

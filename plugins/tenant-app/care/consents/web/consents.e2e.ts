import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { ask, makeFamily } from '../../../testing/consents.ts'

const test = browserTest([tenantApp])

const notSignedIn = { except: [/401/] }

test('an admin asks for a consent, a guardian gives and changes it, and all roles see its state', async ({
  platform,
  visitor,
}) => {
  const { organization, admin, mother, mia } = await makeFamily(platform)
  const page = await visitor.open(platform.originOf(organization), '/org-settings?tab=consents', {
    as: admin.user?.email ?? '',
  })
  await page.getByText('No consents yet').waitFor()
  await page.getByRole('button', { name: 'New consent' }).click()
  const dialog = page.getByRole('dialog', { name: 'New consent' })
  await dialog.getByRole('button', { name: 'Publish consent' }).click()
  await dialog.getByText('Title is required').waitFor()
  await dialog.getByLabel('Title').fill('Photos of projects')
  await dialog.getByLabel('Text').fill('We take photos of what the children build.\nWe show them in our rooms.')
  await dialog.getByRole('button', { name: /What it allows/ }).click()
  await page.getByRole('option', { name: 'Photos', exact: true }).click()
  await dialog.getByText('Chosen students').click()
  await dialog.getByRole('searchbox', { name: 'Search students' }).fill('mia')
  await dialog.getByRole('group', { name: 'Students' }).getByText('Mia King').click()
  await dialog.getByRole('list', { name: 'Chosen students' }).getByText('Mia King').waitFor()
  await dialog.getByRole('textbox', { name: 'Holds for months' }).fill('12')
  await dialog.getByRole('button', { name: 'Publish consent' }).click()
  await page.getByText('1 of 1 missing').waitFor()

  const phone = await visitor.open(platform.originOf(organization), '/parent-portal?tab=health', {
    as: mother.user?.email ?? '',
  })
  const consent = phone.getByRole('article', { name: 'Photos of projects' })
  await consent.getByText('Waits for your answer').waitFor()
  await consent.getByText('We show them in our rooms.').waitFor()
  await consent.getByRole('button', { name: 'Give consent' }).click()
  await consent.getByText('Given', { exact: true }).waitFor()
  await consent.getByText(/You: given on .*Holds until/).waitFor()
  await consent.getByRole('button', { name: 'Read the text' }).click()

  await page.getByRole('link', { name: 'Photos of projects' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Mia King' })
  await row.getByText('Given').waitFor()
  await page.getByRole('button', { name: 'New version' }).click()
  const publishing = page.getByRole('dialog', { name: 'New version' })
  await publishing.getByLabel('Text').fill('We also publish them.')
  await publishing.getByRole('button', { name: 'Publish version' }).click()
  await row.getByText('Missing').waitFor()

  // The phone still shows the earlier text.
  await consent.getByRole('button', { name: 'Withdraw consent' }).click()
  await phone.getByText('Please read it again').first().waitFor()
  await consent.getByText('We also publish them.').waitFor()
  await consent.getByRole('button', { name: 'Refuse' }).click()
  await consent.getByText('Refused', { exact: true }).waitFor()

  await page.goto(`/students/${mia}?tab=documents`)
  await page.getByText('Refused').waitFor()
  await page.getByRole('button', { name: 'Show all answers' }).click()
  await page.getByText('Photos of projects (version 2)').waitFor()
  expectNoErrors(page, notSignedIn)
  expectNoErrors(phone, { except: [/401/, /409/] })
})

test('an admin records a paper answer from the list, and withdraws a consent', async ({ platform, visitor }) => {
  const { organization, admin } = await makeFamily(platform)
  const { id } = await ask(admin)
  const page = await visitor.open(platform.originOf(organization), `/org-settings/consents/${id}?state=missing`, {
    as: admin.user?.email ?? '',
  })
  await page.getByRole('button', { name: 'Actions for Mia King' }).click()
  await page.getByRole('menuitem', { name: 'Record an answer on paper' }).click()
  const dialog = page.getByRole('dialog', { name: 'Record an answer on paper' })
  await dialog.getByRole('button', { name: 'Record answer' }).click()
  await dialog.getByText('Please select a guardian').waitFor()
  await dialog.getByRole('button', { name: /Guardian/ }).click()
  await page.getByRole('option', { name: 'Ada Lovelace' }).first().click()
  await dialog.getByText('Given').click()
  await dialog.getByRole('button', { name: 'Record answer' }).click()
  await page.getByText('No students match').waitFor()
  await page.getByRole('button', { name: 'Actions for Photos' }).click()
  await page.getByRole('menuitem', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Withdraw consent' }).click()
  await page.getByText('Withdrawn', { exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'New version' }).count()).toBe(0)
  expectNoErrors(page, notSignedIn)
})

test('an admin’s screens are accessible and fit every width', async ({ platform, visitor }) => {
  const { organization, admin, mother, mia, answer } = await makeFamily(platform)
  const page = await visitor.open(platform.originOf(organization), '/org-settings?tab=consents', {
    as: admin.user?.email ?? '',
  })
  await expectAccessibleEverywhere(page, 'consents/empty', () => page.getByText('No consents yet').waitFor())
  await page.getByRole('button', { name: 'New consent' }).click()
  const dialog = page.getByRole('dialog', { name: 'New consent' })
  await dialog.getByText('Chosen students').click()
  await dialog.getByRole('group', { name: 'Students' }).getByText('Mia King').click()
  await expectAccessibleEverywhere(page, 'consents/new', () => dialog.waitFor())

  const { id } = await ask(admin, { title: 'Photos with a title that is long enough to wrap somewhere' })
  await ask(admin, { title: 'Outings', kind: 'outings', expiresAfterMonths: 12 })
  await answer(mother, id, 'given')
  await page.goto('/org-settings?tab=consents')
  await expectAccessibleEverywhere(page, 'consents/list', () => page.getByText('1 given').waitFor())
  await page.goto(`/org-settings/consents/${id}`)
  const row = page.getByRole('row').filter({ hasText: 'Mia King' })
  await expectAccessibleEverywhere(page, 'consents/answers', () => row.waitFor())
  await page.goto(`/students/${mia}?tab=documents`)
  await page.getByRole('button', { name: 'Show all answers' }).click()
  await expectAccessibleEverywhere(page, 'consents/student', () => page.getByText('In the portal').first().waitFor())
  expectNoErrors(page, notSignedIn)
})

test('a guardian’s consents are accessible and fit every width: open, given, and not loaded', async ({
  platform,
  visitor,
}) => {
  const { organization, admin, mother, answer } = await makeFamily(platform)
  const { id } = await ask(admin)
  await ask(admin, { title: 'Outings', kind: 'outings' })
  await answer(mother, id, 'given')
  const page = await visitor.open(platform.originOf(organization), '/parent-portal?tab=health', {
    as: mother.user?.email ?? '',
  })
  const open = page.getByRole('article', { name: 'Outings' })
  await expectAccessibleEverywhere(page, 'consents/portal', () => open.waitFor())
  await page.route('**/api/children/*/consents', (route) => route.abort())
  await page.reload()
  const again = page.getByRole('button', { name: 'Try again' })
  await expectAccessibleEverywhere(page, 'consents/portal-failed', () => again.waitFor())
  await page.unroute('**/api/children/*/consents')
  await again.click()
  await open.waitFor()
})

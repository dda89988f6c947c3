import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { expectAccessible, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest } from '#core/testing/browser-harness.ts'
import {
  act,
  anonymous,
  asSuperAdmin,
  change,
  choose,
  buildSubscribed,
  subscriptionOf,
} from '../../testing/organizations.ts'
import { billing } from '../../plugin.ts'
import { tenants } from '#plugins/tenants/plugin.ts'

const test = browserTest([billing, tenants])

test('search, status and page are in the address, and the figures lead to what they count', async ({
  platform,
  visitor,
}) => {
  await buildSubscribed(platform, 'Alpha School')
  await buildSubscribed(platform, 'Beta School', 'trial')
  const page = await asSuperAdmin(platform, visitor, '/subscriptions')
  await page.getByRole('rowheader', { name: 'Alpha School' }).waitFor()
  await page.getByRole('link', { name: 'Trial Subscriptions' }).click()
  await page.getByRole('rowheader', { name: 'Alpha School' }).waitFor({ state: 'detached' })
  await page.getByRole('rowheader', { name: 'Beta School' }).waitFor()
  expect(new URL(page.url()).search).toBe('?status=trialing')
  await page.goto('/subscriptions')
  await page.getByRole('searchbox').fill('alph')
  await page.getByText('Showing 1–1 of 1').waitFor()
  await page.reload()
  await page.getByRole('rowheader', { name: 'Alpha School' }).waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('alph')
  expectNoErrors(page, { except: anonymous })
})

test('a column’s header sorts by keyboard, the order is in the address, and a reload keeps it', async ({
  platform,
  visitor,
}) => {
  await buildSubscribed(platform, 'Aardvark School')
  await buildSubscribed(platform, 'Zebra School')
  const page = await asSuperAdmin(platform, visitor, '/subscriptions')
  const header = page.getByRole('columnheader', { name: 'Organization' })
  await page.getByRole('rowheader', { name: 'Aardvark School' }).waitFor()
  expect(await header.getAttribute('aria-sort')).toBe('ascending')
  await header.getByRole('button').focus()
  await page.keyboard.press('Enter')
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending')
  await expect.poll(() => page.getByRole('rowheader').first().textContent()).toBe('Zebra School')
  expect(new URL(page.url()).search).toBe('?sort=-organization')
  await page.reload()
  await expect.poll(() => page.getByRole('rowheader').first().textContent()).toBe('Zebra School')
  await page.getByRole('columnheader', { name: 'Amount' }).getByRole('button').click()
  await page.waitForURL(/sort=amount/)

  await page.goto('/invoices')
  const tabs = page.getByRole('navigation', { name: 'Subscriptions' })
  expect(await tabs.locator('[aria-current=page]').textContent()).toBe('Invoices')
  await tabs.getByRole('link', { name: 'Subscriptions' }).press('Enter')
  await page.getByRole('heading', { name: 'Subscription Management' }).waitFor()
  expectNoErrors(page, { except: anonymous })
})

test('an edit sends only what changed, and nothing when nothing changed', async ({ platform, visitor }) => {
  const { owner } = await buildSubscribed(platform, 'Gamma School')
  const page = await asSuperAdmin(platform, visitor, '/subscriptions?search=Gamma')
  const sent: unknown[] = []
  page.on('request', (request) => {
    if (request.method() === 'PUT') sent.push(request.postDataJSON())
  })
  await act(page, 'Gamma School', 'Edit Subscription')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  expect(sent).toEqual([])

  await act(page, 'Gamma School', 'Edit Subscription')
  await choose(page, /Plan$/, /^Growth/)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Subscription updated successfully').waitFor()
  await page
    .getByRole('row', { name: /Gamma School/ })
    .getByText('Growth')
    .waitFor()
  expect(sent).toEqual([{ planId: (await subscriptionOf(owner, 'Gamma')).planId, updatedAt: expect.any(String) }])
})

test('the slower editor of a subscription sees the conflict, and starts again with the other version', async ({
  platform,
  visitor,
}) => {
  const { owner } = await buildSubscribed(platform, 'Delta School')
  const page = await asSuperAdmin(platform, visitor, '/subscriptions?search=Delta')
  await act(page, 'Delta School', 'Edit Subscription')
  await change(owner, 'Delta School', { status: 'paused' })
  await choose(page, /Plan$/, /^Growth/)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Someone else changed this subscription', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Load their version' }).click()
  await page.getByRole('button', { name: /Paused.*Status$/ }).waitFor()
  await choose(page, /Paused Status$/, /^Active/)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Subscription updated successfully').waitFor()
  expect(await subscriptionOf(owner, 'Delta')).toMatchObject({ status: 'active', planName: 'starter' })
})

test('the effects of pausing and smaller limits are shown before saving', async ({ platform, visitor }) => {
  await buildSubscribed(platform, 'Careful School', 'growth')
  const page = await asSuperAdmin(platform, visitor, '/subscriptions?search=Careful')
  await act(page, 'Careful School', 'Edit Subscription')
  await choose(page, /Active.* Status$/, /^Paused/)
  await page.getByText('Careful School becomes read-only').waitFor()
  await choose(page, /Plan$/, /^Starter/)
  await page.getByText('Limits are lowered').waitFor()
  await page.getByText(/500 users become 100 users/).waitFor()
  await expectAccessible(page)
})

test('a past-due row shows the amount due; grace, a reminder and a payment resolve it', async ({
  platform,
  visitor,
}) => {
  const { owner } = await buildSubscribed(platform, 'Owing School')
  await (await platform.superAdmin()).put('/api/settings', { mailHost: '127.0.0.1' })
  await change(owner, 'Owing School', { status: 'past_due' })
  const { graceEndsAt } = await subscriptionOf(owner, 'Owing')
  const page = await asSuperAdmin(platform, visitor, '/subscriptions?search=Owing')
  const owes = page.getByRole('button', { name: 'What Owing School owes' })
  await owes.focus()
  await page.getByRole('tooltip').waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(page)
  }
  await page.keyboard.press('Escape')
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  await owes.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Payment overdue' })
  await dialog.getByText('$49.00').first().waitFor()
  await dialog.getByRole('button', { name: 'Send reminder' }).click()
  await page.getByText('Reminder Sent').waitFor()
  await dialog.getByText('Last reminded').waitFor()

  await dialog.getByRole('button', { name: 'Extend grace' }).click()
  await dialog.getByRole('textbox', { name: 'More days' }).fill('3')
  await dialog.getByRole('button', { name: 'Extend grace' }).click()
  await page.getByText('Grace Extended').waitFor()
  const extended = (await subscriptionOf(owner, 'Owing')).graceEndsAt
  expect(Date.parse(extended ?? '') - Date.parse(graceEndsAt ?? '')).toBe(3 * 86_400_000)

  await dialog.getByRole('button', { name: 'Record payment' }).click()
  const paid = page.waitForRequest(/record-payment/)
  await dialog.getByRole('spinbutton').first().focus()
  await page.keyboard.type('01022099')
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  await dialog.getByText('A payment cannot be in the future').waitFor()
  const yesterday = new Date(Date.now() - 86_400_000)
  const [year, month, day] = [yesterday.getFullYear(), yesterday.getMonth() + 1, yesterday.getDate()]
  await dialog.getByRole('spinbutton').first().focus()
  await page.keyboard.type([month, day, year].map((part) => String(part).padStart(2, '0')).join(''))
  await dialog.getByRole('button', { name: 'Record payment' }).click()
  expect((await paid).postDataJSON()).toMatchObject({ paidAt: new Date(year, month - 1, day, 12).toISOString() })
  await page.getByText('The subscription of Owing School is active.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByRole('row', { name: /Owing School/ })
    .getByText('Active')
    .waitFor()
  expectNoErrors(page, { except: anonymous })
})

test('an invoice is reached from its subscription, saved as PDF and voided', async ({ platform, visitor }) => {
  await buildSubscribed(platform, 'Invoiced School')
  const page = await asSuperAdmin(platform, visitor, '/subscriptions?search=Invoiced')
  await act(page, 'Invoiced School', 'Invoices')
  await page.getByText('Of Invoiced School alone').waitFor()
  const number = await page.getByRole('rowheader').innerText()
  const saving = page.waitForEvent('download')
  await act(page, number, 'Download PDF')
  const file = await readFile(await (await saving).path())
  expect(file.subarray(0, 5).toString()).toBe('%PDF-')

  await act(page, number, 'Void invoice')
  await page.getByRole('button', { name: 'Void invoice' }).click()
  await page.getByText('Invoice Voided').waitFor()
  await page
    .getByRole('row', { name: new RegExp(number) })
    .getByText('Void', { exact: true })
    .waitFor()
  await choose(page, /Status$/, /^Open/)
  await page.getByText('No invoices match').waitFor()
})

test('several subscriptions change to one plan, after whose limits it lowers was said', async ({
  platform,
  visitor,
}) => {
  const { owner } = await buildSubscribed(platform, 'Several East', 'growth')
  await buildSubscribed(platform, 'Several West')
  const page = await asSuperAdmin(platform, visitor, '/subscriptions?search=Several')
  // All can be chosen once the rows are there.
  await page.getByRole('row', { name: /Several West/ }).waitFor()
  await page.getByRole('checkbox', { name: 'Choose all on this page' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('group', { name: 'Chosen rows' }).getByRole('button', { name: 'Change Plan' }).click()
  const confirm = page.getByRole('button', { name: 'Change 2 subscriptions' })
  await confirm.waitFor()
  expect(await confirm.isDisabled()).toBe(true)
  await page.getByRole('alertdialog').getByRole('button', { name: /Plan$/ }).click()
  await page.getByRole('option', { name: /^Starter/ }).click()
  await page.getByText('Of Several East. Anything above the new limits stays').waitFor()
  await expectAccessible(page)
  await confirm.click()
  await page.getByText('1 subscription to Starter, 1 had it already').waitFor()
  await page.getByRole('group', { name: 'Chosen rows' }).waitFor({ state: 'detached' })
  expect((await subscriptionOf(owner, 'Several East')).planDisplayName).toBe('Starter')
  expectNoErrors(page, { except: anonymous })
})

test('several subscriptions are paused, resumed and canceled, each after what is lost was said', async ({
  platform,
  visitor,
}) => {
  const { owner } = await buildSubscribed(platform, 'Halting East', 'trial')
  await buildSubscribed(platform, 'Halting West')
  const page = await asSuperAdmin(platform, visitor, '/subscriptions?search=Halting')
  const statuses = async () =>
    Promise.all(['East', 'West'].map(async (name) => (await subscriptionOf(owner, `Halting ${name}`)).status))
  const chosen = page.getByRole('group', { name: 'Chosen rows' })
  const askFor = async (name: string) => {
    await page.getByRole('row', { name: /Halting West/ }).waitFor()
    await page.getByRole('checkbox', { name: 'Choose all on this page' }).press('Space')
    await chosen.getByText('2 chosen').waitFor()
    await chosen.getByRole('button', { name, exact: true }).press('Enter')
    await page.getByRole('alertdialog').waitFor()
  }
  const confirm = async (name: string) => {
    await page.getByRole('alertdialog').getByRole('button', { name }).press('Enter')
    await chosen.waitFor({ state: 'detached' })
  }

  await askFor('Pause')
  await page.getByText('Nothing is invoiced until you resume them').waitFor()
  await page.getByRole('checkbox', { name: /^Halting East, .*Trialing$/ }).waitFor()
  await expectAccessible(page)
  await confirm('Pause 2 subscriptions')
  await page.getByText('Subscriptions Paused').waitFor()
  expect(await statuses()).toEqual(['paused', 'paused'])

  await askFor('Resume')
  await confirm('Resume 2 subscriptions')
  expect(await statuses()).toEqual(['active', 'active'])

  await askFor('Cancel Subscriptions')
  await page.getByText('open invoices stay open').waitFor()
  await page.getByRole('button', { name: 'Keep them' }).press('Enter')
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  expect(await statuses()).toEqual(['active', 'active'])
  await chosen.getByRole('button', { name: 'Cancel Subscriptions' }).press('Enter')
  await confirm('Cancel 2 subscriptions')
  expect(await statuses()).toEqual(['canceled', 'canceled'])
  expectNoErrors(page, { except: anonymous })
})

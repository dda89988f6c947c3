import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { record } from '#core/server/audit.ts'
import { systemActor } from '#core/server/identity/actor.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { browserTest, type BrowserPlatform } from '#core/testing/browser-harness.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { audit } from '../plugin.ts'

const test = browserTest([audit, tenantApp])

// Asked before anyone has signed in.
const anonymous = [/401.*\/api\/user/]

const happened = ({ core }: BrowserPlatform, tenantId: string, description: string) =>
  core.db.tenant(tenantId, systemActor, (scope) =>
    record(scope, { action: 'thing.changed', category: 'system', description, after: { speed: 9 } }),
  )

test('an admin reads the organization’s own trail in its settings, filters it and brings what is new', async ({
  platform,
  visitor,
}) => {
  const [mine, other] = [await platform.organization(), await platform.organization()]
  await happened(platform, mine.id, 'Tuned the robots')
  await happened(platform, other.id, 'Sold the robots')
  const page = await visitor.open(platform.originOf(mine), '/org-settings', {
    as: (await mine.user('tenant_admin')).email,
  })
  await page.getByRole('link', { name: 'Audit Log', exact: true }).click()
  const entry = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await entry('Tuned the robots').getByRole('button', { name: 'View metadata' }).click()
  await page.getByText('thing.changed').waitFor()
  expect(await entry('Sold the robots').count()).toBe(0)
  await page.getByRole('searchbox').fill('robots')
  await entry('signed in').waitFor({ state: 'detached' })
  await happened(platform, mine.id, 'Oiled the robots')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await entry('Oiled the robots').waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const saving = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const exported = await readFile(await (await saving).path(), 'utf8')
  expect(exported.match(/\w+ed the robots/g)).toEqual(['Oiled the robots', 'Tuned the robots'])
  await page.getByRole('searchbox').fill('nothing like it')
  await page.getByText('No audit logs found').waitFor()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await entry('Tuned the robots').waitFor()
  expectNoErrors(page, { except: anonymous })
})

test('the tab is accessible at every width in both schemes', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  await happened(platform, organization.id, 'Tuned the robots')
  const { email } = await organization.user('tenant_admin')
  const page = await visitor.open(platform.originOf(organization), '/org-settings?tab=audit', { as: email })
  await expectAccessibleEverywhere(page, 'audit/organization', () => page.getByText('Tuned the robots').waitFor())
  expectNoErrors(page, { except: anonymous })
})

test('on a phone the settings are a page of rows, each with a way back', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const { email } = await organization.user('tenant_admin')
  const viewport = { width: 375, height: 812 }
  const page = await visitor.open(platform.originOf(organization), '/org-settings', { as: email, viewport })
  await page.getByRole('link', { name: 'Audit Log', exact: true }).click()
  await page.waitForURL('**/org-settings?tab=audit')
  await page.getByRole('heading', { name: 'Audit Log' }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Organization settings' }).isVisible()).toBe(false)
  await page.getByRole('link', { name: 'All settings' }).click()
  await page.getByRole('navigation', { name: 'Organization settings' }).waitFor()
})

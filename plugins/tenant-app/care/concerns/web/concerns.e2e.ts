import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectNoErrors, notification } from '#core/testing/browser.ts'
import { tenantApp } from '../../../plugin.ts'
import { nameLead } from '../../../testing/incident-calls.ts'

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
  await notification(page).getByText('Concern no. 1 recorded').waitFor()
  await page.getByText('No. 1').first().waitFor()
  expectNoErrors(page, { except: [/401/] })
})

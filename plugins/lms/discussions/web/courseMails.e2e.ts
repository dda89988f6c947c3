import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { lms } from '../../plugin.ts'

const test = browserTest([lms])

test('emails about courses are switched off and on, and a switch that was not saved flips back', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const learner = await organization.signIn('student')
  const page = await visitor.open(platform.originOf(organization), '/profile', { as: learner.user?.email ?? '' })
  const replies = page.getByRole('switch', { name: 'Email me when someone replies to my posts' })
  const openings = page.getByRole('switch', { name: 'Email me when chapters and lessons open' })
  await replies.waitFor()
  expect([await replies.isChecked(), await openings.isChecked()]).toEqual([true, true])
  await replies.focus()
  await page.keyboard.press('Space')
  await page.getByText('Emails about replies are off').waitFor()
  await expect.poll(() => replies.isChecked()).toBe(false)
  await page.reload()
  await replies.waitFor()
  expect([await replies.isChecked(), await openings.isChecked()]).toEqual([false, true])
  await expectAccessibleEverywhere(page, 'course-mails', () => replies.waitFor())
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.route('**/discussion-mails', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort(),
  )
  await replies.focus()
  await page.keyboard.press('Space')
  await page.getByText('Nothing was changed').waitFor()
  await expect.poll(() => replies.isChecked()).toBe(false)
  await page.unroute('**/discussion-mails')
  await replies.focus()
  await page.keyboard.press('Space')
  await page.getByText('Emails about replies are on').waitFor()
  await expect.poll(() => replies.isChecked()).toBe(true)
  expectNoErrors(page, { except: [/401/, /ERR_FAILED/] })
})

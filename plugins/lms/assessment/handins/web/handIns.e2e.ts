import type { Page } from 'playwright'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { lms } from '../../../plugin.ts'
import { sheet } from '../../../testing/files.ts'
import { getHandInPath, publishSubmission, newFeedbackPublisher } from '../../../testing/hand-ins.ts'

const test = browserTest([lms])

const criterionId = '0190a000-0000-7000-8000-000000000001'
const levelId = '0190a000-0000-7000-8000-000000000002'
const rubric = {
  isScored: true,
  criteria: [
    {
      id: criterionId,
      title: 'It holds',
      description: 'With a book on it',
      levels: [
        { id: levelId, title: 'Ten books', description: '', points: 10 },
        { id: '0190a000-0000-7000-8000-000000000003', title: 'None', description: '', points: 0 },
      ],
    },
  ],
}

const useWideViewport = (page: Page) => page.setViewportSize({ width: 1440, height: 900 })

test('a learner writes, submits, gets the work returned and graded, with nothing lost between two tabs', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const admin = await organization.signIn('tenant_admin')
  const { id, lessonId } = await publishSubmission(admin, {
    details: { accepts: ['text', 'link', 'file'], doneWhen: 'passed', rubric, dueAfterDays: 7, latePercent: 10 },
  })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const page = await visitor.open(origin, `/courses/${id}?lesson=${lessonId}`, { as: learner.user?.email ?? '' })
  const text = page.getByRole('textbox', { name: 'Text' })
  const handIn = page.getByRole('button', { name: 'Submit', exact: true })

  // The rubric is shown beforehand; an empty submission is refused.
  await page.getByText('Ten books').waitFor()
  await page.getByText('Each day late takes 10% off the grade.').waitFor()
  await handIn.click()
  await page.getByText('There is nothing to submit yet', { exact: true }).waitFor()
  await text.fill('My bridge is of paper.')
  await page.getByText(/^Saved /).waitFor()
  await expectAccessibleEverywhere(page, 'hand-in-draft', () => handIn.waitFor())
  await useWideViewport(page)

  // Another tab was faster: both drafts are shown.
  const { updatedAt } = (await learner.get(getHandInPath(lessonId))).body.draft
  await learner.put(getHandInPath(lessonId), { text: 'My bridge is of wood.', updatedAt })
  await text.fill('My bridge is of paper and glue.')
  await page.getByText('This was changed in another tab').waitFor()
  await page.getByText('My bridge is of wood.').waitFor()
  await expectAccessibleEverywhere(page, 'hand-in-conflict', () =>
    page.getByText('This was changed in another tab').waitFor(),
  )
  await useWideViewport(page)
  await page.getByRole('button', { name: 'Keep my version' }).click()
  await page.getByText(/^Saved /).waitFor()

  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add file' }).click()
  await (await choosing).setFiles({ name: 'bridge.pdf', mimeType: 'application/pdf', buffer: sheet })
  await page.getByRole('link', { name: 'bridge.pdf' }).waitFor()
  const links = page.getByRole('textbox', { name: 'Links' })
  await links.fill('bridge')
  await handIn.click()
  await page.getByText('“bridge” is no address of a page').waitFor()
  await links.fill('https://bridge.example/')
  await handIn.click()
  await page.getByText('Version 1 was submitted').waitFor()
  await page.getByText('Waiting for a grade').waitFor()
  await page.getByText(/^Version 1, submitted on /).waitFor()
  await expectAccessibleEverywhere(page, 'hand-in-waiting', () => page.getByText('Waiting for a grade').waitFor())
  await useWideViewport(page)

  // Returned, with a comment.
  const told = { rubric, marks: [], gradedBy: 'Grace Hopper', points: null, mostPoints: null }
  await newFeedbackPublisher(platform, organization, learner, {
    ...told,
    outcome: 'returned',
    score: null,
    isPassed: null,
    comment: 'Put a book on it.',
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Resubmission requested' }).waitFor()
  await page.getByText('Put a book on it.').waitFor()
  await page.getByText('New', { exact: true }).waitFor()
  await expectAccessibleEverywhere(page, 'hand-in-returned', () => page.getByText('Put a book on it.').waitFor())
  await useWideViewport(page)
  await page.reload()
  await page.getByText('Put a book on it.').waitFor()
  expect(await page.getByText('New', { exact: true }).count()).toBe(0)
  await text.fill('It holds ten books.')
  await handIn.click()
  await page.getByText('Version 2 was submitted').waitFor()
  await page.getByRole('button', { name: 'Version 1' }).click()
  await page.getByText('My bridge is of paper and glue.').waitFor()

  // Graded: submissions are refused.
  await newFeedbackPublisher(platform, organization, learner, {
    ...told,
    score: 90,
    deduction: 10,
    points: 10,
    mostPoints: 10,
    marks: [{ criterionId, levelId, points: null, comment: 'All ten.' }],
  })
  await page.reload()
  await page.getByText('90%').waitFor()
  await page.getByText('All ten.').waitFor()
  await page.getByText('It is graded and can no longer be submitted.').waitFor()
  expect(await handIn.count()).toBe(0)
  await expectAccessibleEverywhere(page, 'hand-in-graded', () => page.getByText('90%').waitFor())
  expectNoErrors(page, { except: [/400/, /401/, /409/] })
})

test('a team forms by its code, and a lost connection names what is not saved', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const admin = await organization.signIn('tenant_admin')
  const { id, lessonId } = await publishSubmission(admin, { contentType: 'project', details: { teamSize: 3 } })
  const ada = await organization.signIn('student')
  await ada.post(`/api/tenant/courses/${id}/enroll`)
  await ada.put(getHandInPath(lessonId), { text: 'Ours, so far.' })
  const { code } = (await ada.get(getHandInPath(lessonId))).body.team
  const ben = await organization.signIn('student')
  await ben.post(`/api/tenant/courses/${id}/enroll`)
  const page = await visitor.open(origin, `/courses/${id}?lesson=${lessonId}`, { as: ben.user?.email ?? '' })
  await page.getByRole('textbox', { name: 'Code of a team' }).fill('NOBODY22')
  await page.getByRole('button', { name: 'Join team' }).click()
  await page.getByText('No team has this code').waitFor()
  await expectAccessibleEverywhere(page, 'hand-in-alone', () => page.getByText('No team has this code').waitFor())
  await useWideViewport(page)
  await page.getByRole('textbox', { name: 'Code of a team' }).fill(code.toLowerCase())
  await page.getByRole('button', { name: 'Join team' }).click()
  const text = page.getByRole('textbox', { name: 'Text' })
  await expect.poll(() => text.inputValue()).toBe('Ours, so far.')
  await page.route('**/hand-in', (route) => route.abort())
  await text.fill('Ours, and more.')
  await page.getByText(/^Not saved: /).waitFor()
  await expectAccessibleEverywhere(page, 'hand-in-team', () => page.getByText(/^Not saved: /).waitFor())
  await useWideViewport(page)
  await page.unroute('**/hand-in')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(/^Saved /).waitFor()
  await page.getByText('Share this code:').waitFor()
  await page.getByRole('button', { name: 'Submit for the team' }).click()
  await page.getByText('Version 1 was submitted').waitFor()
  expect((await ada.get(getHandInPath(lessonId))).body.latest.text).toBe('Ours, and more.')
  await page.getByRole('button', { name: 'Leave team' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave team' }).click()
  await page.getByRole('textbox', { name: 'Code of a team' }).waitFor()
  await expect.poll(() => text.inputValue()).toBe('')
  // A member who is alone again has a code with the first saved text.
  await text.fill('Mine.')
  await page.getByText('Share this code:').waitFor()
  await page.getByText(/^Saved /).waitFor()
  expectNoErrors(page, { except: [/400/, /401/, /Failed to load resource: net::ERR_FAILED/] })
})

test('the author sets the due date and the penalty for lateness', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { lessonId } = await publishSubmission(admin)
  const page = await visitor.open(platform.originOf(organization), `/lms-management/lessons/${lessonId}`, {
    as: admin.user?.email ?? '',
  })
  await page.getByText('Days after enrollment').click()
  await page.getByRole('textbox', { name: 'Late penalty (percent)' }).fill('10')
  await page.keyboard.press('Tab')
  await page.getByText('Started hour').click()
  const details = async () => (await admin.get(`/api/lms/lessons/${lessonId}/content`)).body.details
  await expect.poll(details).toMatchObject({ dueAfterDays: 7, latePercent: 10, latePer: 'hour', missingScore: null })
  await expectAccessibleEverywhere(page, 'hand-in-due', () => page.getByText('Started hour').waitFor())
  expectNoErrors(page, { except: [/401/] })
})

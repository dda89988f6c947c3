import type { Page } from 'playwright'
import sharp from 'sharp'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { lms } from '../../../plugin.ts'
import { publishSubmission } from '../../../testing/hand-ins.ts'

const test = browserTest([lms])

const DAY_MS = 86_400_000
const WIDE_VIEWPORT = { width: 1440, height: 900 }

const newLevel = (title: string, points: number) => ({ id: crypto.randomUUID(), title, points, description: '' })
const rubric = {
  isScored: true,
  criteria: [
    {
      id: crypto.randomUUID(),
      title: 'It holds',
      description: 'With a book on it',
      levels: [newLevel('Ten books', 10), newLevel('No book', 0)],
    },
  ],
}

async function choose(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add file' }).click()
  await (await choosing).setFiles(file)
}

test('a picture is submitted late, graded beside its viewer, returned, and its learner reads the reasons for the grade', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const origin = platform.originOf(organization)
  const admin = await organization.signIn('tenant_admin')
  const details = { accepts: ['text', 'file'], doneWhen: 'passed', rubric, dueAfterDays: 0, latePercent: 10 }
  const { id, lessonId } = await publishSubmission(admin, { details })
  const { email } = await organization.user('student', { firstName: 'Ada', lastName: 'King' })
  const ada = await organization.client().signIn(email)
  await ada.post(`/api/tenant/courses/${id}/enroll`)
  platform.clock.forward(2 * DAY_MS)
  const learner = await visitor.open(origin, `/courses/${id}?lesson=${lessonId}`, { as: email })
  const text = learner.getByRole('textbox', { name: 'Text' })
  await text.fill('My bridge is of paper.')
  await choose(learner, { name: 'bridge.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') })
  const refused = learner.getByRole('alert').filter({ hasText: /bridge\.png/ })
  await refused.waitFor()
  expect(await text.inputValue()).toBe('My bridge is of paper.')
  await expectAccessibleEverywhere(learner, 'hand-in-broken-file', () => refused.waitFor())
  await learner.setViewportSize(WIDE_VIEWPORT)
  const buffer = await sharp({ create: { width: 640, height: 400, channels: 3, background: '#7a9cc6' } })
    .png()
    .toBuffer()
  await choose(learner, { name: 'bridge.png', mimeType: 'image/png', buffer })
  await learner.getByRole('list', { name: 'Files to submit' }).getByRole('link').waitFor()
  expect(await refused.count()).toBe(0)
  await learner.getByText(/^Saved /).waitFor()
  await learner.getByRole('button', { name: 'Submit', exact: true }).click()
  const receipt = learner.getByText(/^Version 1, submitted on /)
  await receipt.waitFor()
  await learner.getByText(/\d (days?|hours) late/).waitFor()

  const { email: graderEmail } = await organization.user('instructor', { firstName: 'Grace', lastName: 'Hopper' })
  const grader = await visitor.open(origin, '/grading', { as: graderEmail, viewport: WIDE_VIEWPORT })
  await grader.getByRole('link', { name: 'Ada King' }).click()
  const picture = grader.getByRole('button', { name: /bridge/ }).first()
  await picture.waitFor()
  await expectAccessibleEverywhere(grader, 'grading-picture', () => picture.waitFor())
  await grader.setViewportSize(WIDE_VIEWPORT)
  await picture.click()
  const viewer = grader.getByRole('dialog')
  await viewer.waitFor()
  const shown = viewer.getByRole('img').first()
  await expect
    .poll(() => shown.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
    .toBeGreaterThan(0)
  await expectAccessibleEverywhere(grader, 'grading-viewer', () => viewer.waitFor())
  await grader.setViewportSize(WIDE_VIEWPORT)
  await grader.keyboard.press('Escape')
  await viewer.waitFor({ state: 'detached' })

  // Graders alone see a draft.
  const comment = grader.getByRole('textbox', { name: /^Comment(?! on)/ })
  await comment.fill('Put a book on it.')
  await grader.getByRole('button', { name: 'Keep as draft' }).click()
  await grader.getByText('Draft saved').waitFor()
  await learner.reload()
  await learner.getByText('Waiting for a grade').waitFor()
  expect(await learner.getByText('Put a book on it.').count()).toBe(0)
  await grader.getByRole('button', { name: 'Return for revision' }).click()
  await grader.getByText('Returned for revision').waitFor()
  await learner.reload()
  await learner.getByRole('heading', { name: 'Resubmission requested' }).waitFor()
  await learner.getByText('Put a book on it.').waitFor()
  await learner.getByText('This starts as a copy of version 1. Version 2 replaces it once you submit it.').waitFor()
  await text.fill('My bridge is of paper and holds ten books.')
  await learner.getByRole('button', { name: 'Submit', exact: true }).click()
  await learner.getByText('Version 2 was submitted').waitFor()

  await grader.goto('/grading')
  await grader.getByRole('link', { name: 'Ada King' }).click()
  await grader.getByText('holds ten books', { exact: false }).waitFor()
  expect(await comment.inputValue()).toBe('')
  await grader.getByRole('button', { name: /Ten books/ }).click()
  await comment.fill('Well built, though late.')
  await grader.getByText(/late penalty/).waitFor()
  await grader.getByRole('button', { name: 'Post grade' }).click()
  await grader.getByText('Grade posted').waitFor()
  await learner.reload()
  await learner.getByRole('heading', { name: 'Your grade' }).waitFor()
  for (const words of ['Well built, though late.', 'Late penalty', 'Grace Hopper,']) {
    await learner.getByText(words, { exact: false }).first().waitFor()
  }
  await learner.getByRole('list', { name: 'Rubric' }).getByText('Ten books').waitFor()
  await learner.getByText('Each day late takes 10% off the grade.').waitFor()
  await expectAccessibleEverywhere(learner, 'hand-in-feedback', () =>
    learner.getByRole('heading', { name: 'Your grade' }).waitFor(),
  )
  for (const page of [learner, grader]) expectNoErrors(page, { except: [/400/, /401/, /422/] })
})

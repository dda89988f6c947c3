import sharp from 'sharp'
import { expect } from 'vitest'
import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessible, expectNoErrors, openMenu } from '#core/testing/browser.ts'
import { create } from '#core/testing/calls.ts'
import { lms } from '../../../plugin.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'

const test = browserTest([lms])

test('an author adds a picture, bold words, superscript and formulas to a question, and a learner sees them on a phone', async ({
  platform,
  visitor,
}) => {
  const organization = await platform.organization()
  const admin = await organization.signIn('tenant_admin')
  const { id: bankId } = await create<{ id: string }>(admin, '/api/lms/question-banks', { name: 'Motors' })
  const page = await visitor.open(platform.originOf(organization), `/lms-management/question-banks/${bankId}`, {
    as: admin.user?.email ?? '',
  })
  await openMenu(page, 'Add question')
  await page.getByRole('menuitem', { name: /^Single choice/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Add question' })
  const prompt = dialog.getByRole('textbox', { name: 'Question', exact: true })
  await prompt.fill('Area in m2: ')
  await prompt.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(9, 10))
  await prompt.press('Control+.')
  await prompt.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(0, 4))
  await prompt.press('Control+b')
  await prompt.press('Control+i')
  await expect.poll(() => prompt.inputValue()).toBe('[b][i]Area[/i][/b] in m²: ')
  await prompt.press('Control+i')
  await expect.poll(() => prompt.inputValue()).toBe('[b]Area[/b] in m²: ')
  await prompt.press('End')
  await dialog.getByRole('button', { name: 'Formula' }).click()
  await page.keyboard.type(String.raw`\frac{1}{2}`)
  await expect.poll(() => prompt.inputValue()).toBe(String.raw`[b]Area[/b] in m²: \(\frac{1}{2}\)`)
  await dialog.getByRole('group', { name: 'Preview of question' }).locator('math').waitFor()
  const answer = dialog.getByRole('textbox', { name: 'Answer 1', exact: true })
  await answer.evaluate((box) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData(
      'text/html',
      '<p style="font-weight:normal">10<sup>3</sup> and <span style="font-weight:700">CO<sub>2</sub></span></p>',
    )
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => answer.inputValue()).toBe('10³ and [b]CO₂[/b]')
  await dialog.getByRole('textbox', { name: 'Answer 2', exact: true }).fill(String.raw`\(x^{2}\)`)
  await dialog.getByRole('checkbox', { name: 'Answer 1 is right' }).focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Add picture' }).click()
  const large = { width: 4000, height: 3000, channels: 3, background: '#0f766e' } as const
  const buffer = await sharp({ create: large }).jpeg().toBuffer()
  await page.locator('input[type=file]').first().setInputFiles({ name: 'motor.jpg', mimeType: 'image/jpeg', buffer })
  await dialog.getByRole('img', { name: 'The present picture 1' }).waitFor()
  await dialog.getByRole('textbox', { name: 'Description of picture 1 (optional)' }).fill('A motor')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Add question' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('img', { name: 'A motor' }).waitFor()

  const [banked] = (await admin.get(`/api/lms/question-banks/${bankId}/questions`)).body
  const sent = await sharp(
    Buffer.from(
      (
        await platform.app.inject({
          url: banked.question.pictures[0].imageUrl,
          headers: { host: admin.host, cookie: admin.cookie ?? '' },
        })
      ).rawPayload,
    ),
  ).metadata()
  expect(sent.width).toBe(2560)
  const questions = [
    banked.question,
    {
      id: crypto.randomUUID(),
      type: 'matching',
      prompt: String.raw`Match \(a\), not \(\w+\)`,
      pairs: [
        {
          id: crypto.randomUUID(),
          prompt: String.raw`\(x^2\)`,
          matchId: crypto.randomUUID(),
          match: String.raw`\(2x\)`,
        },
        { id: crypto.randomUUID(), prompt: 'x', matchId: crypto.randomUUID(), match: 'one' },
      ],
    },
  ]
  const { id, lessonId } = await publishQuiz(admin, { questions, shufflesQuestions: false })
  const learner = await organization.signIn('student')
  await learner.post(`/api/tenant/courses/${id}/enroll`)
  const quiz = await visitor.open(platform.originOf(organization), `/courses/${id}?lesson=${lessonId}`, {
    as: learner.user?.email ?? '',
  })
  await quiz.setViewportSize({ width: 375, height: 740 })
  await quiz.getByRole('button', { name: 'Begin', exact: true }).click()
  await quiz.getByRole('img', { name: 'A motor' }).waitFor()
  await quiz.locator('label').filter({ hasText: '10³ and CO₂' }).locator('strong', { hasText: 'CO₂' }).waitFor()
  await quiz.locator('strong', { hasText: 'Area' }).waitFor()
  await expect.poll(() => quiz.locator('mfrac').count()).toBe(1)
  await expect.poll(() => quiz.locator('math').count()).toBe(4)
  // A regular expression is no LaTeX, and is shown as written.
  await quiz.getByText(String.raw`\(\w+\)`, { exact: true }).waitFor()
  // Screen readers find the formula beside the control, which is named by its LaTeX.
  await quiz.getByRole('radio', { name: 'x^{2}', exact: true }).waitFor()
  await quiz
    .locator('label')
    .filter({ has: quiz.locator('math:not([aria-hidden] *)') })
    .waitFor()
  await quiz.getByRole('button', { name: /x\^2/ }).click()
  const option = quiz.getByRole('option').filter({ has: quiz.locator('math') })
  await option.click()
  await expect.poll(() => quiz.locator('math').count()).toBe(5)
  await expectAccessible(quiz)
  expect(await quiz.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
  expectNoErrors(page, { except: [/401/] })
  expectNoErrors(quiz, { except: [/401/] })
})

import { browserTest } from '#core/testing/browser-harness.ts'
import { expectAccessibleEverywhere, expectNoErrors } from '#core/testing/browser.ts'
import { tenantApp } from '#plugins/tenant-app/plugin.ts'
import { buildStudent } from '#plugins/tenant-app/testing/factories.ts'
import { lms } from '../../../plugin.ts'
import { takeQuiz, newTwoQuestions } from '../../../testing/answered.ts'
import { getFirstWork, submitWork, workPath } from '../../../testing/calls-grading.ts'
import { publishQuiz } from '../../../testing/quizzes.ts'

const test = browserTest([tenantApp, lms])

test('a guardian reads the grades of their child, with the feedback', async ({ platform, visitor }) => {
  const organization = await platform.organization()
  const form = {
    id: crypto.randomUUID(),
    title: 'Form',
    levels: [{ id: crypto.randomUUID(), title: 'Fine', points: 6 }],
  }
  const rubric = { isScored: true, criteria: [form] }
  const { by, learner } = await submitWork(organization, { doneWhen: 'passed', passPercent: 50, rubric })
  const quiz = await publishQuiz(by, { questions: newTwoQuestions() })
  await learner.post(`/api/tenant/courses/${quiz.id}/enroll`)
  const guardian = await organization.signIn('parent')
  const guardians = [guardian.user?.id ?? '']
  await buildStudent(platform, organization, { firstName: 'Mia', userId: learner.user?.id, guardians })

  const page = await visitor.open(platform.originOf(organization), '/parent-portal?tab=progress', {
    as: guardian.user?.email ?? '',
  })
  const opened = page.getByRole('button', { name: 'Mia’s grades in courses' })
  await opened.click()
  await page.getByText('No grades yet.').waitFor()

  await takeQuiz(learner, quiz.lessonId, { 'Paper burns.': 'true' })
  const { id, version } = await getFirstWork(by)
  const marks = [{ criterionId: form.id, levelId: form.levels[0]?.id, comment: 'A fine arch.' }]
  await by.put(`${workPath}/${id}`, { version, marks, comment: 'It holds, and well.', act: 'post' })
  await page.reload()
  await opened.click()
  const grades = page.getByRole('list', { name: 'Grades', exact: true })
  await grades.getByText('It holds, and well.').waitFor()
  await grades.getByText('A fine arch.').waitFor()
  await grades.getByText('What do you know?').waitFor()
  await grades.getByText('50%').waitFor()
  await expectAccessibleEverywhere(page, 'child-grades', () => grades.getByText('It holds, and well.').waitFor())
  expectNoErrors(page, { except: [/401/] })
})

import type { Page } from './page.ts'
import { ADMIN_EMAIL, PASSWORD } from './platform.ts'
import type { Prepared } from './prepare.ts'

export interface Flow {
  name: string
  /** Email of the user who is signed in. */
  as: (prepared: Prepared) => string
  run: (page: Page, prepared: Prepared) => Promise<void>
}

/** Signs in on the form, and waits for the start page. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.open('/')
  await page.fill('Email', email)
  await page.fill('Password', PASSWORD)
  await page.click('button', 'Sign In', { exact: true })
  await page.waitForText('Your account')
}

/** Flows of each role, one after the other. */
export const flows: readonly Flow[] = [
  {
    name: 'an instructor marks attendance',
    as: ({ instructor }) => instructor,
    run: async (page, { sessionId, attendee }) => {
      // A session that is on opens with its attendance.
      await page.open(`/sessions/${sessionId}`)
      await page.waitForText('0 of 1 marked')
      await page.click('button', 'Late', { within: attendee })
      await page.waitForText('1 of 1 marked')
      await page.open(`/sessions/${sessionId}?tab=attendance`)
      await page.waitForText('1 of 1 marked')
    },
  },
  {
    name: 'a student answers a quiz',
    as: ({ student }) => student,
    run: async (page, { courseId, quizId }) => {
      await page.open(`/courses/${courseId}`)
      await page.click('button', 'Enroll')
      await page.open(`/courses/${courseId}?lesson=${quizId}`)
      await page.click('button', 'Begin', { exact: true })
      await page.click('radio', 'True')
      await page.click('button', 'Check the answer to question 1')
      await page.waitForText('Right')
      await page.fill('What measures distance?', 'sensor')
      await page.waitForText('2 of 2 questions')
      await page.click('button', 'Submit')
      await page.waitForText('100%')
    },
  },
  {
    name: 'a parent gives a consent',
    as: ({ parent }) => parent,
    run: async (page, { consent }) => {
      await page.open('/parent-portal?tab=health')
      await page.click('button', 'Give consent', { within: consent })
      await page.find('button', 'Withdraw consent', { within: consent })
    },
  },
  {
    name: 'an admin adds a student',
    as: () => ADMIN_EMAIL,
    run: async (page, { browser }) => {
      await page.open('/students')
      await page.click('button', 'Add Student')
      await page.fill('First name', 'Ada', { within: 'Add Student' })
      await page.fill('Last name', `King-${browser}`, { within: 'Add Student' })
      await page.fill('Grade', '4', { within: 'Add Student' })
      await page.click('button', 'Add Student', { within: 'Add Student' })
      await page.waitForText('Student added successfully')
      await page.waitForText(`Ada King-${browser}`)
    },
  },
  {
    name: 'an admin imports a CSV',
    as: () => ADMIN_EMAIL,
    run: async (page, { browser }) => {
      await page.open('/students/import')
      await page.chooseFile('families.csv', `First name,Last name,Grade\nBen,Ash-${browser},3\nCleo,Ash-${browser},5\n`)
      await page.click('button', 'Import 2 students')
      await page.waitForText('The students are imported')
      await page.open('/students')
      await page.fill('Search students', `Ash-${browser}`)
      await page.waitForText(`Cleo Ash-${browser}`)
    },
  },
  {
    name: 'an admin types into the editor',
    as: () => ADMIN_EMAIL,
    run: async (page, { articleId }) => {
      await page.open(`/lms-management/lessons/${articleId}`)
      await page.click('textbox', 'Text', { exact: true })
      await page.pressControl('a')
      await page.type('Hold the iron like a pencil.')
      await page.press('Enter')
      await page.pressControl('b')
      await page.type('Slowly!')
      await page.press('Backspace')
      await page.waitForText('Saved')
      await page.open(`/lms-management/lessons/${articleId}`)
      await page.waitForText('Hold the iron like a pencil.')
      await page.waitForBold('Slowly')
    },
  },
]

import { afterEach, expect, test } from 'vitest'
import { currentNotification, dismissNotification, noteAct, notify } from './notificationQueue.ts'

/** Titles as they are shown, one after the other. */
function shown(): string[] {
  const titles: string[] = []
  for (let one = currentNotification(); one; one = currentNotification()) {
    titles.push(one.title)
    dismissNotification(one.id)
  }
  return titles
}

const fail = (title: string) => notify({ title, tone: 'destructive' })

afterEach(() => void shown())

test('a failure that was pushed aside by something else comes back', () => {
  fail('Not saved')
  notify({ title: 'Uploaded' })
  expect(shown()).toEqual(['Uploaded', 'Not saved'])
})

test('failures after which the person tried again do not come back', () => {
  fail('Login failed')
  noteAct()
  fail('Login failed')
  noteAct()
  notify({ title: 'Welcome back!' })
  expect(shown()).toEqual(['Welcome back!'])
})

test('a failure that waits behind another one is shown, whatever was pressed before it', () => {
  fail('Not saved')
  noteAct()
  notify({ title: 'Not sent', tone: 'destructive', isFollowUp: true })
  notify({ title: 'Saved' })
  expect(shown()).toEqual(['Saved', 'Not sent'])
})

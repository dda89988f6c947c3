import { createRootRoute, createRoute } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { defineWebPlugin } from './plugin.ts'

test('the pages of a plugin belong to it without saying so', () => {
  const root = createRootRoute({ staticData: { title: '', apps: ['tenant'] } })
  const page = createRoute({
    getParentRoute: () => root,
    path: '/quizzes',
    staticData: { title: 'Quizzes', apps: ['tenant'] },
  })
  defineWebPlugin({ id: 'quizzes', routes: [page] })
  expect(page.options.staticData).toMatchObject({ plugin: 'quizzes', title: 'Quizzes' })
})

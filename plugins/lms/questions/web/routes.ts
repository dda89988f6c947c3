import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { z } from 'zod'
import { shellRoute } from '#core/web/shell/routes.ts'
import { questionTypes } from '../contract.ts'

const apps = ['platform', 'tenant'] as const
const roles = { platform: ['superadmin'], tenant: ['tenant_admin'] } as const

// A value that was tampered with is as good as none. The router reads a text of digits as a number.
const writtenText = z
  .union([z.string(), z.number().transform(String)])
  .optional()
  .catch(undefined)

const banks = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lms-management/question-banks',
  validateSearch: z.object({ search: writtenText }),
  component: lazyRouteComponent(() => import('./QuestionBanksPage.tsx'), 'QuestionBanksPage'),
  staticData: { title: 'Question banks', apps, roles },
})

const bank = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lms-management/question-banks/$id',
  validateSearch: z.object({
    search: writtenText,
    type: z.enum(questionTypes).optional().catch(undefined),
    tag: writtenText,
  }),
  component: lazyRouteComponent(() => import('./QuestionBankPage.tsx'), 'QuestionBankPage'),
  staticData: { title: 'Question bank', apps, roles },
})

export const questionRoutes = [banks, bank]

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Library } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { questionTypes } from '../contract.ts'

const apps = ['platform', 'tenant'] as const
const roles = { platform: ['superadmin'], tenant: ['tenant_admin'] } as const

const banks = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lms-management/question-banks',
  validateSearch: address.of({ search: address.text() }),
  component: lazyRouteComponent(() => import('./QuestionBanksPage.tsx'), 'QuestionBanksPage'),
  staticData: {
    title: 'Question banks',
    apps,
    roles,
    nav: { label: 'Question banks', icon: Library, order: 31, hub: '/lms-management', tab: 'Question banks' },
  },
})

const bank = createRoute({
  getParentRoute: () => shellRoute,
  path: '/lms-management/question-banks/$id',
  validateSearch: address.of({
    search: address.text(),
    type: address.oneOf(questionTypes),
    tag: address.text(),
  }),
  component: lazyRouteComponent(() => import('./QuestionBankPage.tsx'), 'QuestionBankPage'),
  staticData: { title: 'Question bank', apps, roles },
})

export const questionRoutes = [banks, bank]

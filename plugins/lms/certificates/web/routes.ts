import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Award } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { recordNameUses } from '#core/web/slots.ts'
import { part, sentence } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { childSections } from '#plugins/tenant-app/web.ts'
import { certificateStates } from '../contract.ts'

const forAdmins = { apps: ['tenant'], roles: ['tenant_admin'] } as const

const certificatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/training/certificates',
  validateSearch: address.of({
    // Declared as text: the router would read digits as a number.
    search: address.text(),
    state: address.oneOf(certificateStates),
    page: address.page,
  }),
  component: lazyRouteComponent(() => import('./CertificatesPage.tsx'), 'CertificatesPage'),
  staticData: {
    title: 'Certificates',
    ...forAdmins,
    nav: {
      label: 'Certificates',
      icon: Award,
      order: 34,
      group: 'learning',
      hub: '/lms-management',
      tab: 'Certificates',
    },
  },
})

const templateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/training/certificates/template',
  component: lazyRouteComponent(() => import('./TemplatePage.tsx'), 'TemplatePage'),
  staticData: { title: 'Certificate template', ...forAdmins },
})

export const certificateRoutes = [certificatesRoute, templateRoute]

export const certificateContributions = [
  childSections({
    id: 'child-certificates',
    tab: 'progress',
    order: 74,
    component: part(() => import('./ChildCertificates.tsx'), 'ChildCertificates'),
  }),
  recordNameUses({
    id: 'certificates',
    order: 10,
    label: 'Name on certificates',
    change: 'Change name on certificates',
    component: sentence('Issued certificates keep their name.'),
  }),
]

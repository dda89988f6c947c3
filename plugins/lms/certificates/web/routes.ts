import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { Award } from 'lucide-react'
import { z } from 'zod'
import { part } from '#core/web/plugin.ts'
import { shellRoute } from '#core/web/shell/routes.ts'
import { earnedCertificate, courseSections } from '../../learning/web/places.ts'
import { certificateStates } from '../contract.ts'

const forAdmins = { apps: ['tenant'], roles: ['tenant_admin'] } as const

const certificatesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/training/certificates',
  validateSearch: z.object({
    // The router reads a text of digits as a number.
    search: z
      .union([z.string(), z.number().transform(String)])
      .optional()
      .catch(undefined),
    state: z.enum(certificateStates).optional().catch(undefined),
    page: z.number().int().min(1).optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('./CertificatesPage.tsx'), 'CertificatesPage'),
  staticData: { title: 'Certificates', ...forAdmins, nav: { label: 'Certificates', icon: Award, order: 34 } },
})

const templateRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/training/certificates/template',
  component: lazyRouteComponent(() => import('./TemplatePage.tsx'), 'TemplatePage'),
  staticData: { title: 'Certificate template', ...forAdmins },
})

export const certificateRoutes = [certificatesRoute, templateRoute]

export const certificateContributions = [
  earnedCertificate({
    id: 'certificate',
    order: 10,
    component: part(() => import('./EarnedCertificate.tsx'), 'EarnedCertificate'),
  }),
  courseSections({
    id: 'certificates',
    order: 20,
    component: part(() => import('./CourseCertificates.tsx'), 'CourseCertificates'),
  }),
]

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { House, LayoutDashboard } from 'lucide-react'
import { address } from '#core/web/address.ts'
import { t } from '../text.ts'
import { organizationSettings, profileSections, superAdminDashboard, tenantHome } from '../slots.ts'
import { defineWebPlugin, part } from '../plugin.ts'
import { loadsParts } from '../shell/loadParts.ts'
import { publicRoute, shellRoute } from '../shell/routes.ts'
import { SignInRoute } from './SignInRoute.tsx'
import { signInPage } from './signInPage.ts'

const both = ['platform', 'tenant'] as const

const auth = createRoute({
  getParentRoute: () => publicRoute,
  path: '/auth',
  // `arrival`: the hand-over of a user from the platform's host to this one failed.
  // `sso` and `methods`: how a sign-in with an identity provider ended, or what it still needs.
  validateSearch: address.of({
    next: address.text(),
    arrival: address.oneOf(['failed']),
    sso: address.text(30),
    methods: address.text(100),
  }),
  component: SignInRoute,
  staticData: signInPage,
})

const forgotPassword = createRoute({
  getParentRoute: () => publicRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
  staticData: { title: t('Forgot password'), apps: both, access: 'guest' },
})

const resetPassword = createRoute({
  getParentRoute: () => publicRoute,
  path: '/reset-password',
  validateSearch: address.of({ token: address.text() }),
  component: lazyRouteComponent(() => import('./ResetPasswordPage.tsx'), 'ResetPasswordPage'),
  staticData: { title: t('Set a new password'), apps: both, access: 'anyone' },
})

const invitation = createRoute({
  getParentRoute: () => publicRoute,
  path: '/invitation',
  validateSearch: address.of({ token: address.text() }),
  component: lazyRouteComponent(() => import('./InvitationPage.tsx'), 'InvitationPage'),
  staticData: { title: t('Invitation'), apps: both, access: 'anyone' },
})

const verifyEmail = createRoute({
  getParentRoute: () => publicRoute,
  path: '/verify-email',
  validateSearch: address.of({ token: address.text() }),
  component: lazyRouteComponent(() => import('./VerifyEmailPage.tsx'), 'VerifyEmailPage'),
  staticData: { title: t('Verify your address'), apps: both, access: 'anyone' },
})

const unsubscribe = createRoute({
  getParentRoute: () => publicRoute,
  path: '/email/unsubscribe',
  validateSearch: address.of({ token: address.text() }),
  component: lazyRouteComponent(() => import('./EmailLinkPages.tsx'), 'EmailUnsubscribePage'),
  staticData: { title: t('Unsubscribe'), apps: both, access: 'anyone' },
})

const replyAddress = createRoute({
  getParentRoute: () => publicRoute,
  path: '/email/reply-address',
  validateSearch: address.of({ token: address.text() }),
  component: lazyRouteComponent(() => import('./EmailLinkPages.tsx'), 'ReplyAddressPage'),
  staticData: { title: t('Confirm reply address'), apps: ['tenant'], access: 'anyone' },
})

const home = createRoute({
  getParentRoute: () => shellRoute,
  path: '/',
  loader: loadsParts(tenantHome),
  component: lazyRouteComponent(() => import('./TenantHomePage.tsx'), 'TenantHomePage'),
  // On the platform's host the guard sends everyone on from here.
  staticData: {
    title: t('Dashboard'),
    apps: both,
    offline: true,
    nav: {
      tenant: {
        label: t('Dashboard'),
        icon: LayoutDashboard,
        order: 0,
        bar: {
          parent: { order: 0, label: t('Home'), icon: House },
          student: { order: 0, label: t('Home'), icon: House },
        },
      },
    },
  },
})

const superAdmin = createRoute({
  getParentRoute: () => shellRoute,
  path: '/super-admin',
  loader: loadsParts(superAdminDashboard),
  component: lazyRouteComponent(() => import('./SuperAdminPage.tsx'), 'SuperAdminPage'),
  staticData: {
    title: t('Dashboard'),
    apps: ['platform'],
    roles: ['superadmin'],
    nav: { label: t('Dashboard'), icon: LayoutDashboard, order: 0 },
  },
})

const help = createRoute({
  getParentRoute: () => shellRoute,
  path: '/help',
  validateSearch: address.of({ search: address.text(), article: address.text() }),
  component: lazyRouteComponent(() => import('../help/HelpPage.tsx'), 'HelpPage'),
  staticData: { title: t('Help'), apps: both },
})

const profile = createRoute({
  getParentRoute: () => shellRoute,
  path: '/profile',
  component: lazyRouteComponent(() => import('./ProfilePage.tsx'), 'ProfilePage'),
  staticData: { title: t('Your profile'), apps: both },
})

/** The pages that every host has, whatever plugins are on. */
export const coreWeb = defineWebPlugin({
  id: 'core',
  help: () => import('../help/articles.ts'),
  routes: [home, superAdmin, profile, help],
  contributions: [
    tenantHome({
      id: 'second-factor',
      order: 0,
      roles: ['tenant_admin'],
      component: part(() => import('./second-factor/SecondFactorOffer.tsx'), 'SecondFactorOffer'),
    }),
    profileSections({
      id: 'language',
      order: 4,
      apps: ['tenant'],
      component: part(() => import('./languages/OwnLanguage.tsx'), 'OwnLanguage'),
    }),
    organizationSettings({
      id: 'languages',
      label: t('Languages'),
      group: 'organization',
      order: 25,
      roles: ['tenant_admin'],
      component: part(() => import('./languages/OrganizationLanguages.tsx'), 'OrganizationLanguages'),
    }),
    profileSections({
      id: 'email',
      order: 10,
      apps: ['tenant'],
      component: part(() => import('./EmailPreferences.tsx'), 'EmailPreferences'),
    }),
    profileSections({
      id: 'api-tokens',
      order: 90,
      component: part(() => import('./api-tokens/OwnApiTokens.tsx'), 'OwnApiTokens'),
    }),
    profileSections({
      id: 'single-sign-on',
      order: 5,
      component: part(() => import('./single-sign-on/OwnSsoIdentities.tsx'), 'OwnSsoIdentities'),
    }),
    organizationSettings({
      id: 'single-sign-on',
      label: t('Single sign-on'),
      group: 'people',
      order: 57,
      roles: ['tenant_admin'],
      component: part(() => import('./single-sign-on/SsoSettings.tsx'), 'OrganizationSso'),
    }),
    organizationSettings({
      id: 'api-tokens',
      label: 'API tokens',
      group: 'people',
      order: 58,
      roles: ['tenant_admin'],
      component: part(() => import('./api-tokens/OrganizationTokens.tsx'), 'OrganizationTokens'),
    }),
    organizationSettings({
      id: 'webhooks',
      label: t('Webhooks'),
      group: 'people',
      order: 59,
      roles: ['tenant_admin'],
      component: part(() => import('./webhooks/OrganizationWebhooks.tsx'), 'OrganizationWebhooks'),
    }),
    profileSections({
      id: 'device-notifications',
      order: 11,
      roles: ['tenant_admin', 'instructor', 'parent'],
      apps: ['tenant'],
      component: part(() => import('./DeviceNotifications.tsx'), 'DeviceNotifications'),
    }),
  ],
  publicRoutes: [auth, forgotPassword, resetPassword, invitation, verifyEmail, unsubscribe, replyAddress],
})

declare module '#core/web/plugin.ts' {
  interface WebPlugins {
    core: typeof coreWeb
  }
}

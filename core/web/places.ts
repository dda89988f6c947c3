import { definePlace } from './plugin.ts'

/** Sections of the super admin's start page, /super-admin. */
export const superAdminDashboard = definePlace('super-admin dashboard')

/** What the start page of an organization's app shows, from top to bottom. */
export const tenantHome = definePlace('tenant home')

/** Messages above every page, such as 'Your organization is read-only'. */
export const banners = definePlace('banners')

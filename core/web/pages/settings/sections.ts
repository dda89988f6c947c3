import { Gauge, Mail, Mails, Shield, SlidersHorizontal, ToggleRight, Wrench } from 'lucide-react'

/** The core's pages behind the hub. */
export const sections = [
  {
    to: '/settings/general',
    label: 'General',
    title: 'General settings',
    help: 'Platform name, support contact and time zone.',
    icon: SlidersHorizontal,
    order: 10,
  },
  {
    to: '/settings/security',
    label: 'Security',
    title: 'Security settings',
    help: 'Password rules, session length and lockout after wrong passwords.',
    icon: Shield,
    order: 20,
  },
  {
    to: '/settings/email',
    label: 'Email',
    title: 'Email settings',
    help: 'The server that sends the platform’s email, and its sender.',
    icon: Mail,
    order: 30,
  },
  {
    to: '/settings/messages',
    label: 'Messages',
    title: 'Messages',
    help: 'Every email of the platform and its status.',
    icon: Mails,
    order: 40,
  },
  {
    to: '/settings/limits',
    label: 'Limits',
    title: 'Limits',
    help: 'Upper limits for every organization.',
    icon: Gauge,
    order: 60,
  },
  {
    to: '/settings/features',
    label: 'Features',
    title: 'Features',
    help: 'Turn parts of the platform on or off.',
    icon: ToggleRight,
    order: 70,
  },
  {
    to: '/settings/maintenance',
    label: 'Maintenance',
    title: 'Maintenance',
    help: 'Keeps everyone except super admins out during maintenance.',
    icon: Wrench,
    order: 90,
  },
] as const

export type SectionPath = (typeof sections)[number]['to']

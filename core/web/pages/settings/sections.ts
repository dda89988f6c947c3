import { Gauge, Mail, Mails, Shield, SlidersHorizontal, ToggleRight, Wrench } from 'lucide-react'

/** The core's pages behind the hub. */
export const sections = [
  {
    to: '/settings/general',
    label: 'General',
    title: 'General settings',
    help: 'How the platform is called, who helps its people, and where its day begins.',
    icon: SlidersHorizontal,
    order: 10,
  },
  {
    to: '/settings/security',
    label: 'Security',
    title: 'Security settings',
    help: 'What passwords have to be, how long people stay signed in, and when guessing ends.',
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
    help: 'How much each organization may have at most.',
    icon: Gauge,
    order: 60,
  },
  {
    to: '/settings/features',
    label: 'Features',
    title: 'Features',
    help: 'Parts of the platform that can be switched on and off.',
    icon: ToggleRight,
    order: 70,
  },
  {
    to: '/settings/maintenance',
    label: 'Maintenance',
    title: 'Maintenance',
    help: 'Keeps everyone but super admins out while something is being done.',
    icon: Wrench,
    order: 90,
  },
] as const

export type SectionPath = (typeof sections)[number]['to']

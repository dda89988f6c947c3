import { CreditCard, Gauge, Mail, Mails, Shield, SlidersHorizontal, Tags, ToggleRight, Wrench } from 'lucide-react'

/** The pages behind the hub, in the order of their tabs. */
export const sections = [
  {
    to: '/settings/general',
    label: 'General',
    title: 'General settings',
    help: 'How the platform is called, who helps its people, and where its day begins.',
    icon: SlidersHorizontal,
  },
  {
    to: '/settings/security',
    label: 'Security',
    title: 'Security settings',
    help: 'What passwords have to be, how long people stay signed in, and when guessing ends.',
    icon: Shield,
  },
  {
    to: '/settings/email',
    label: 'E-mail',
    title: 'E-mail settings',
    help: 'The server that sends the platform’s mail, and who the mail comes from.',
    icon: Mail,
  },
  {
    to: '/settings/messages',
    label: 'Messages',
    title: 'Messages',
    help: 'Every mail that the platform wrote, and what became of it.',
    icon: Mails,
  },
  {
    to: '/settings/billing',
    label: 'Billing',
    title: 'Billing settings',
    help: 'Currency, tax and the days that organizations have.',
    icon: CreditCard,
  },
  {
    to: '/settings/limits',
    label: 'Limits',
    title: 'Limits',
    help: 'How much an organization may have where its plan does not say otherwise.',
    icon: Gauge,
  },
  {
    to: '/settings/features',
    label: 'Features',
    title: 'Features',
    help: 'Parts of the platform that can be switched on and off.',
    icon: ToggleRight,
  },
  {
    to: '/settings/course-categories',
    label: 'Course categories',
    title: 'Course categories',
    help: 'What courses can be sorted under, in the order in which people choose.',
    icon: Tags,
  },
  {
    to: '/settings/maintenance',
    label: 'Maintenance',
    title: 'Maintenance',
    help: 'Keeps everyone but super admins out while something is being done.',
    icon: Wrench,
  },
] as const

export type SectionPath = (typeof sections)[number]['to']

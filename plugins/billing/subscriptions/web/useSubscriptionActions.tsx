import { Building2, Pencil, ReceiptText, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { usePlatform } from '#core/web/session.ts'
import type { MenuEntry } from '#core/web/ui/actions/MenuButton.tsx'
import type { Subscription } from '../contract.ts'
import { EditSubscriptionDialog } from './EditSubscriptionDialog.tsx'
import { OverdueDialog } from './OverdueDialog.tsx'

const dialogs = { edit: EditSubscriptionDialog, overdue: OverdueDialog }

/** The menu of a subscription, with the dialogs that its entries open. */
export function useSubscriptionActions() {
  const [asked, setAsked] = useState<{ for: keyof typeof dialogs; subscription: Subscription; isOpen: boolean }>()
  const ask = (what: keyof typeof dialogs) => (subscription: Subscription) =>
    setAsked({ for: what, subscription, isOpen: true })
  // Only if the plugin for organizations is on, which has their pages.
  const hasPage = usePlatform().plugins.includes('tenants')
  const edit = ask('edit')
  const showOverdue = ask('overdue')

  const actions = (subscription: Subscription): MenuEntry[] => [
    {
      label: 'Edit Subscription',
      icon: <Pencil size={16} aria-hidden />,
      onAction: () => edit(subscription),
    },
    ...(subscription.status === 'past_due'
      ? [
          {
            label: 'Overdue payments',
            icon: <TriangleAlert size={16} aria-hidden />,
            onAction: () => showOverdue(subscription),
          },
        ]
      : []),
    ...(hasPage
      ? [
          {
            label: 'Organization',
            icon: <Building2 size={16} aria-hidden />,
            href: `/tenants/${subscription.tenantId}`,
          },
        ]
      : []),
    {
      label: 'Invoices',
      icon: <ReceiptText size={16} aria-hidden />,
      href: `/invoices?tenantId=${subscription.tenantId}`,
    },
  ]

  const Asked = asked && dialogs[asked.for]
  return {
    actions,
    edit,
    showOverdue,
    dialogs: Asked && (
      <Asked
        subscription={asked.subscription}
        isOpen={asked.isOpen}
        onOpenChange={(isOpen) => setAsked({ ...asked, isOpen })}
      />
    ),
  }
}

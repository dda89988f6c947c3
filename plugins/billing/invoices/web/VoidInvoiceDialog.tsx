import { useMutation } from '@tanstack/react-query'
import { ConfirmDialog } from '#core/web/ui/overlays/ConfirmDialog.tsx'
import { formatMoney } from '#core/web/ui/display/money.ts'
import { notify } from '#core/web/ui/feedback/notificationQueue.ts'
import type { Invoice } from '../contract.ts'
import { invoicesApi, touched } from '../../shared/web/client.ts'

interface VoidInvoiceDialogProps {
  invoice: Invoice
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export function VoidInvoiceDialog({ invoice, isOpen, onOpenChange }: VoidInvoiceDialogProps) {
  const { id, number, tenantName, total, currency } = invoice
  const voidInvoice = useMutation(invoicesApi.voidInvoice.mutation({ touches: touched }))
  return (
    <ConfirmDialog
      title={`Void the invoice ${number}?`}
      confirmLabel="Void invoice"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      onConfirm={async () => {
        await voidInvoice.mutateAsync({ params: { id } })
        notify({ title: 'Invoice Voided', description: number })
      }}
    >
      {tenantName} no longer owes {formatMoney(total, currency)} for it. The number stays taken, and this cannot be
      undone.
    </ConfirmDialog>
  )
}

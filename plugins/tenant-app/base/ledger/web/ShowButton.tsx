import { useMutation } from '@tanstack/react-query'
import { Eye } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '#core/web/session.ts'
import { Button, type ButtonSize } from '#core/web/ui/actions/Button.tsx'
import { Banner } from '#core/web/ui/feedback/Banner.tsx'
import { errorText } from '#core/web/ui/feedback/errorText.ts'
import type { ViewReason } from '../contract.ts'
import { ReasonDialog } from './ReasonDialog.tsx'

const NO_REASON: ViewReason = { reason: null, words: '' }

interface ShowButtonProps {
  /** Title of the data: 'Show the health data of Ada King'. The button itself says 'Show'. */
  title: string
  size?: ButtonSize
  isDisabled?: boolean
  /** Requests the data. The parent component holds it in its state, in no cache. */
  onShow: (reason: ViewReason) => Promise<unknown>
}

/** Opens data that opens on request only: at once for admins and guardians, for others with a reason. */
export function ShowButton({ title, size, isDisabled = false, onShow }: ShowButtonProps) {
  const { role } = useUser()
  const [isAsking, setAsking] = useState(false)
  const show = useMutation({ mutationFn: onShow, gcTime: 0 })
  const owesReason = role === 'instructor' || role === 'superadmin'
  return (
    <>
      <Button
        {...(size && { size })}
        icon={<Eye size={16} aria-hidden />}
        aria-label={title}
        isDisabled={isDisabled}
        isPending={show.isPending}
        onPress={() => (owesReason ? setAsking(true) : show.mutate(NO_REASON))}
      >
        Show
      </Button>
      {show.error && <Banner tone="error">{errorText(show.error)}</Banner>}
      <ReasonDialog title={title} isOpen={isAsking} onOpenChange={setAsking} onShow={onShow} />
    </>
  )
}

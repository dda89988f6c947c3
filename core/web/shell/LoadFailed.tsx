import type { ReactNode } from 'react'
import { useRouter } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import { t } from '../text.ts'
import { isChunkError } from '../chunkErrors.ts'
import { Button } from '../ui/actions/Button.tsx'
import { errorText } from '../ui/feedback/errorText.ts'
import { ChunkFailed } from './ChunkFailed.tsx'
import { StatusScreen } from './StatusScreen.tsx'

/** The app itself could not start, or a part of it could not be fetched. */
export function LoadFailed({ error }: { error: unknown }): ReactNode {
  const router = useRouter()
  if (isChunkError(error)) return <ChunkFailed />
  return (
    <StatusScreen
      icon={<CircleAlert aria-hidden />}
      title={t('This page could not be loaded')}
      actions={
        <Button variant="primary" onPress={() => void router.invalidate()}>
          {t('Try again')}
        </Button>
      }
    >
      {errorText(error)}
    </StatusScreen>
  )
}

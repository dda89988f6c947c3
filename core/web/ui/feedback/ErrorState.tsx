import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../text.ts'
import { Button } from '../actions/Button.tsx'
import * as styles from './EmptyState.css.ts'
import { errorText } from './errorText.ts'

export interface ErrorStateProps {
  title?: string
  /** Error that was thrown; its message for users is shown. */
  error?: unknown
  children?: ReactNode
  onRetry?: () => unknown
  isFrameless?: boolean
}

/** Something could not be loaded: what, and Try again. */
export function ErrorState({
  title = 'This could not be loaded',
  error,
  children,
  onRetry,
  isFrameless,
}: ErrorStateProps) {
  return (
    <div className={isFrameless ? styles.state : `${styles.state} ${styles.framed}`} role="alert">
      <div className={styles.errorIcon}>
        <CircleAlert size={20} aria-hidden />
      </div>
      <p className={styles.title}>{title}</p>
      <div className={styles.text}>{children ?? (error === undefined ? null : errorText(error))}</div>
      {onRetry && (
        <div className={styles.action}>
          <Button onPress={() => void onRetry()}>{t('Try again')}</Button>
        </div>
      )}
    </div>
  )
}

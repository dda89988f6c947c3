import type { ReactNode, Ref } from 'react'
import { Button as AriaButton } from 'react-aria-components/Button'
import type { ButtonProps as AriaButtonProps } from 'react-aria-components/Button'
import { composeRenderProps } from 'react-aria-components/composeRenderProps'
import * as styles from './Button.css.ts'
import { Spinner } from '../feedback/Spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'small' | 'medium' | 'large'

export interface ButtonProps extends Omit<AriaButtonProps, 'children'> {
  children: ReactNode
  /** Secondary unless said otherwise; one primary button per view. */
  variant?: ButtonVariant
  size?: ButtonSize
  /** An icon of 16 px before the words. */
  icon?: ReactNode
  /** Words instead of the covered label while pending: 'Creating…'. */
  pendingLabel?: string
  /** Makes the button as wide as its container. */
  fullWidth?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A button that says what it does. With `isPending` it shows progress, keeps its width and cannot be pressed again. */
export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  pendingLabel,
  fullWidth,
  children,
  ...props
}: ButtonProps) {
  const own = [styles.base, styles.size[size], styles.variant[variant], fullWidth && styles.fullWidth]
  return (
    <AriaButton
      {...props}
      className={composeRenderProps(props.className, (className) => [...own, className].filter(Boolean).join(' '))}
    >
      {({ isPending }) => (
        <>
          <span className={isPending && !pendingLabel ? styles.covered : styles.content}>
            {isPending && pendingLabel ? <Spinner /> : icon}
            {(isPending && pendingLabel) || children}
          </span>
          {isPending && !pendingLabel && (
            <span className={styles.pending}>
              <Spinner />
            </span>
          )}
        </>
      )}
    </AriaButton>
  )
}

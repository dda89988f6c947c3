import type { ReactNode } from 'react'
import { Link } from 'react-aria-components/Link'
import type { LinkProps } from 'react-aria-components/Link'
import { composeRenderProps } from 'react-aria-components/composeRenderProps'
import * as styles from './Button.css.ts'
import type { ButtonSize, ButtonVariant } from './Button.tsx'

export interface LinkButtonProps extends Omit<LinkProps, 'children'> {
  children: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  fullWidth?: boolean
}

/** Looks like a button, is a link. `href` goes through the router that the shell gives to React Aria's RouterProvider. */
export function LinkButton({
  variant = 'secondary',
  size = 'medium',
  icon,
  fullWidth,
  children,
  ...props
}: LinkButtonProps) {
  const own = [styles.base, styles.size[size], styles.variant[variant], fullWidth && styles.fullWidth]
  return (
    <Link
      {...props}
      className={composeRenderProps(props.className, (className) => [...own, className].filter(Boolean).join(' '))}
    >
      {icon}
      {children}
    </Link>
  )
}

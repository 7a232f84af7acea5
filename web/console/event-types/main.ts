import { watchOrder } from './order.ts'
import { watchPreview } from './preview.ts'

watchOrder()
watchPreview()

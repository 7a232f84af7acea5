import { watchOrder } from './order.client.ts'
import { watchPreview } from './preview.client.ts'

watchOrder()
watchPreview()

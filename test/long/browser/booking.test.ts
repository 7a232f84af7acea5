// seconds: 60
import '../../browser/booking.test.ts'

// seconds: 60
import '../../browser/mails.test.ts'

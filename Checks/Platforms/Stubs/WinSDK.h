// What the sources use of the module WinSDK, with the types it has there.

typedef int BOOL;
typedef unsigned long DWORD;
typedef unsigned short WORD;
BOOL IsProcessorFeaturePresent(DWORD);
#define ALL_PROCESSOR_GROUPS 0xffff
DWORD GetActiveProcessorCount(WORD);
